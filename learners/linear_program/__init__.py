"""Support vector machines by linear programs, LPSVR and LPSVC."""
