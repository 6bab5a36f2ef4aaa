"""Tables of numbers, nominal and missing values, as several learners read them."""
