"""Thermal perceptrons are the same to the last bit by numba, torch and Triton.

Without a GPU, Triton's interpreter runs the kernel.
"""

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from learners import PocketPerceptron, ThermalPerceptron
from learners.perceptron import device as devices
from learners.perceptron import scorer as by_scorer
from learners.perceptron import thermal_rule as kernels
from learners.perceptron.sums import WEIGHT_BITS
from learners.perceptron.training import train
from tests.learners.perceptron.oracles import problem
from tests.learners.scorers import scorer_of

torch = pytest.importorskip("torch", reason="torch is not installed")

from learners.perceptron import by_torch  # noqa: E402

HAS_GPU = torch.cuda.is_available()
DEVICE = "cuda" if HAS_GPU else "cpu"
BRIEF = {"cooling": 0.9}  # 19 epochs

if not HAS_GPU:
    # Here, since Triton asks only once, and other tests may import it as they run.
    os.environ["TRITON_INTERPRET"] = "1"
try:
    from learners.perceptron import by_triton as kernel
except ModuleNotFoundError:
    kernel = None


@pytest.fixture
def by_triton(monkeypatch):
    """Return the module of the kernel; its launches are short."""
    if kernel is None:
        pytest.skip("Triton is not installed")
    monkeypatch.setattr(kernel, "FIRST_EPOCHS", 2)
    return kernel


def random_fold(rng, n_rows, n_columns, n_units, start_bits=None):
    codes = rng.integers(-64, 65, (n_rows, n_columns)).astype(np.int8)
    codes[:, ::2] = np.where(codes[:, ::2] > 0, 64, -64)
    labels = (codes[:, :3].astype(int) @ [3, -2, 1] + rng.integers(-99, 99, n_rows)) > 0
    labels = labels + rng.integers(0, 2, n_rows) * (n_units > 1)
    signs = np.where(labels == np.arange(n_units)[:, np.newaxis], 1, -1)
    fold = by_torch.Fold.cold(codes, signs, np.uint64(rng.integers(2**32)))
    if start_bits is None:
        return fold
    ends = -(2**start_bits), 2**start_bits
    return fold._replace(start=rng.integers(*ends, fold.start.shape))


def random_masks(rng, n_masks, n_columns):
    masks = rng.random((n_masks, n_columns)) < 0.6
    masks[-1] = False
    return masks


def trained_one_by_one(folds, masks, epochs):
    """Return what `train` does, by the kernel on the CPU for each mask alone."""
    for codes, signs, start, seed in folds:
        weights = np.zeros((len(masks), *start.shape), np.int64)
        n_run = np.empty((len(masks), len(signs)), np.int64)
        for i, mask in enumerate(masks):
            columns = np.flatnonzero(mask)
            used = np.append(columns, len(mask))
            rows, own = np.arange(len(codes)), np.ascontiguousarray(start[:, used])
            weights[i][:, used], n_run[i] = train(
                codes, rows, columns, signs, own, seed, epochs, False
            )
        yield weights, n_run


def assert_same(trained, expected):
    for (weights, n_run), (weights_by_cpu, n_run_by_cpu) in zip(
        trained, expected, strict=True
    ):
        np.testing.assert_array_equal(weights.cpu(), weights_by_cpu)
        np.testing.assert_array_equal(n_run.cpu(), n_run_by_cpu)


@pytest.mark.parametrize("seed", range(100))
def test_torch_trains_as_numba_does(seed):
    rng = np.random.default_rng(seed)
    n_columns, n_units = rng.integers(3, 9), [1, 3, 4][seed % 3]
    start_bits = [None, 24][seed % 2]
    folds = [random_fold(rng, n, n_columns, n_units, start_bits) for n in (15, 20)]
    masks, epochs = random_masks(rng, 5, n_columns), kernels.schedule(2.0, 0.8, 0.3)

    trained = by_torch.train_in_lock_step(folds, masks, epochs, DEVICE)

    assert_same(trained, trained_one_by_one(folds, masks, epochs))


@pytest.mark.parametrize("now", [2.0, 0.3, 1e-3, 1e4])
def test_steps_of_torch_end_where_the_table_does(now):
    [[rate], [amplitude]] = kernels.schedule(now, 0.5, now)
    reach = int(kernels.reach(rate))
    sizes = [-(2**40), -1, 0, 1, reach // 2, reach - 1, reach, reach + 1, 2**40]
    decay = torch.from_numpy(kernels.DECAY)
    steps = by_torch._steps(torch.tensor(sizes), int(rate), int(amplitude), decay)

    expected = [
        kernels.step_at(size, rate, amplitude) if 0 <= size < reach else 0
        for size in sizes
    ]
    assert steps.tolist() == expected


def with_few_errors(seed):
    """Return a fold that some masks learn long before the last epoch."""
    rng = np.random.default_rng(seed)
    fold = random_fold(rng, 12, 4, 1)
    fold.codes[:, 0] = np.tile([64, -64], 6)
    return fold._replace(signs=np.where(fold.codes[:, 0] > 0, 1, -1)[np.newaxis])


@pytest.mark.parametrize("seed", range(20))
def test_models_of_a_batch_end_when_each_would_alone(seed):
    folds, epochs = [with_few_errors(seed)], kernels.schedule(2.0, 0.97, 0.3)
    masks = np.array([[True, False, False, False], [True] * 4, [False] * 4])

    [(weights, n_run)] = by_torch.train_in_lock_step(folds, masks, epochs, DEVICE)

    assert n_run[0] < n_run[2] <= epochs.shape[1]
    assert_same([(weights, n_run)], trained_one_by_one(folds, masks, epochs))


@pytest.mark.parametrize(
    ("n_units", "n_columns", "n_masks", "start_bits"),
    [
        (1, 5, 3, None),
        (3, 5, 2, None),
        (4, 6, 2, 24),
        (1, 5, 33, None),  # of which the last lies in a block of its own
        (1, 40, 3, None),  # more columns than a mask's word has bits
        (2, 31, 2, None),
    ],
)
def test_triton_trains_as_torch_does(
    by_triton, n_units, n_columns, n_masks, start_bits
):
    rng = np.random.default_rng(n_columns * n_masks)
    folds = [random_fold(rng, n, n_columns, n_units, start_bits) for n in (9, 7)]
    masks = random_masks(rng, n_masks, n_columns)
    epochs = kernels.schedule(2.0, 0.7, 0.3)

    trained = by_triton.train(folds, masks, epochs, DEVICE)

    assert_same(trained, by_torch.train_in_lock_step(folds, masks, epochs, "cpu"))


def test_triton_ends_early_as_torch_does(by_triton):
    folds, epochs = [with_few_errors(0)], kernels.schedule(2.0, 0.9, 0.3)
    masks = np.array([[True, False, False, False], [True] * 4])

    [(weights, n_run)] = by_triton.train(folds, masks, epochs, DEVICE)

    assert n_run.max() < epochs.shape[1]
    assert_same([(weights, n_run)], trained_one_by_one(folds, masks, epochs))


@pytest.mark.parametrize("n_watch", [4, 128])
def test_weights_that_outgrow_32_bits_are_trained_with_64(
    by_triton, monkeypatch, n_watch
):
    rng = np.random.default_rng(0)
    fold, epochs = random_fold(rng, 9, 5, 1), kernels.schedule(2000.0, 0.5, 300.0)
    fold.start[0, 0], fold.start[0, 1] = by_triton.LIMIT + 1, 2**35
    masks = np.array([[False] * 5, [True, *[False] * 4], [False, True, True, *[0] * 2]])
    widths = []

    def spy(folds, masks, epochs, device, dtype):
        widths.append((dtype, len(masks)))
        return trained(folds, masks, epochs, device, dtype)

    trained = by_triton._trained
    monkeypatch.setattr(by_triton, "_trained", spy)
    monkeypatch.setattr(by_triton, "N_WATCH", n_watch)
    result = by_triton.train([fold], masks, epochs, DEVICE)

    assert widths == [(torch.int32, 3), (torch.int64, 2)]
    assert_same(result, trained_one_by_one([fold], masks, epochs))


def test_the_largest_weight_before_each_epoch_is_seen(by_triton):
    fold = random_fold(np.random.default_rng(1), 9, 5, 1)
    masks, epochs = np.ones((1, 5), dtype=bool), kernels.schedule(2.0, 0.7, 0.3)

    *_, largest = by_triton._trained([fold], masks, epochs, DEVICE, torch.int32)

    [*before] = (
        trained_one_by_one([fold], masks, epochs[:, :n]) for n in range(epochs.shape[1])
    )
    assert largest.item() == max(abs(w).max() for parts in before for w, _ in parts)


def test_a_weight_below_the_limit_fits_32_bits_until_the_next_watch(by_triton):
    largest_step = 2**WEIGHT_BITS
    assert by_triton.LIMIT + by_triton.N_WATCH * largest_step <= 2**31 - 1
    assert kernels.DECAY.max() <= 2**31 - 1


@pytest.mark.parametrize("bits", [20, 31, 50])
def test_weighted_sums_are_exact(bits):
    rng = np.random.default_rng(bits)
    codes = rng.integers(-127, 128, (6, 40)).astype(np.int8)
    weights = rng.integers(-(2**bits), 2**bits, (3, 2, 41))

    sums = by_torch.weighted_sums(codes, torch.from_numpy(weights).to(DEVICE))

    inputs = np.column_stack([codes, np.full(6, 64)]).astype(np.int64)
    np.testing.assert_array_equal(sums, weights @ inputs.T)


def scorers(monkeypatch, n_classes):
    """Return a scorer on the CPU and one that takes it for a GPU, and masks."""
    X, y = problem(n_classes, n_classes, n_samples=24)
    learner = ThermalPerceptron(**BRIEF, random_state=3)
    rows = np.arange(24)
    folds = [(rows[9:], rows[:9]), (rows[:13], rows[13:])]
    by_cpu = learner.subset_scorer(X, y, folds)
    monkeypatch.setattr(by_scorer, "gpu_of", lambda device: DEVICE)
    by_gpu = learner.set_params(device="cuda").subset_scorer(X, y, folds)
    return by_cpu, by_gpu, random_masks(np.random.default_rng(0), 4, X.shape[1])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_scorer_gives_the_same_by_torch(monkeypatch, n_classes):
    by_cpu, by_gpu, masks = scorers(monkeypatch, n_classes)
    monkeypatch.setattr(by_torch, "train", by_torch.train_in_lock_step)

    np.testing.assert_array_equal(by_gpu.predict(masks), by_cpu.predict(masks))
    for folds in (None, range(1), range(1, 2)):
        np.testing.assert_array_equal(
            by_gpu.decision_function(masks, folds),
            by_cpu.decision_function(masks, folds),
        )
    assert by_gpu.predict(masks[:0]).shape == by_cpu.predict(masks[:0]).shape


def test_a_scorer_gives_the_same_by_triton(monkeypatch, by_triton):
    by_cpu, by_gpu, masks = scorers(monkeypatch, 2)
    monkeypatch.setattr(by_torch, "train", by_triton.train)
    monkeypatch.setattr(by_gpu, "_epochs", kernels.schedule(2.0, 0.6, 0.3))
    monkeypatch.setattr(by_cpu, "_epochs", kernels.schedule(2.0, 0.6, 0.3))

    np.testing.assert_array_equal(
        by_gpu.decision_function(masks), by_cpu.decision_function(masks)
    )


def test_a_gpu_gets_batches_that_pay_unless_it_is_asked_for(monkeypatch):
    X, y = problem(0)
    sizes = []
    lock_step = by_torch.train_in_lock_step
    monkeypatch.setattr(by_scorer, "gpu_of", lambda device: DEVICE)
    monkeypatch.setattr(
        by_torch,
        "train",
        lambda folds, masks, *how: (
            sizes.append(len(masks)) or lock_step(folds, masks, *how)
        ),
    )
    for device in ("auto", "cuda"):
        learner = ThermalPerceptron(cooling=0.5, random_state=0, device=device)
        scorer = scorer_of(learner, X, y)
        for n_masks in (1, 64):
            scorer.predict(np.ones((n_masks, 6), dtype=bool))

    assert sizes == [64, 1, 64]


def test_wrong_devices_are_refused():
    X, y = problem(0)
    learner = ThermalPerceptron(random_state=0, device="gpu")
    with pytest.raises(ValueError, match='"auto", "cpu" or "cuda", got \'gpu\''):
        learner.fit(X, y)
    with pytest.raises(ValueError, match="device must be"):
        scorer_of(learner, X, y)


@pytest.mark.parametrize("is_installed", [True, False])
def test_without_a_gpu_auto_is_the_cpu_and_cuda_an_error(monkeypatch, is_installed):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(devices, "find_spec", lambda name: is_installed or None)

    assert devices.gpu_of("auto") is None
    with pytest.raises(ValueError, match='must not be "cuda" where torch sees no GPU'):
        devices.gpu_of("cuda")
    assert PocketPerceptron().device == "cpu"


def test_a_gpu_is_taken_where_there_is_one(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)

    names = [devices.gpu_of(name) for name in ("auto", "cuda", "cpu")]
    assert names == ["cuda", "cuda", None]


def test_the_cpu_needs_no_torch():
    code = (
        "import sys, numpy as np; from learners import ThermalPerceptron;"
        "X, y = np.eye(4), [0, 1, 0, 1];"
        "model = ThermalPerceptron(random_state=0).fit(X, y); model.predict(X);"
        "scorer = model.subset_scorer(X, y, [([0, 1, 2, 3], [0])]);"
        "scorer.predict(np.ones((99, 4), bool));"
        "print([name for name in ('torch', 'triton') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.stdout.strip() == "[]"


def test_folds_with_fewer_units_have_signs_of_zero(by_triton):
    parts = [[[1, -1]], [[1, 1, -1], [1, -1, -1]]]
    folds = [SimpleNamespace(signs=np.array(signs)) for signs in parts]
    expected = [[1, 0], [-1, 0], [1, 1], [1, -1], [-1, -1]]
    assert by_triton._signs(folds).tolist() == expected
