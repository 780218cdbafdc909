@rem The npm scripts begin with "exec" so that, on Unix, the shell gives its place to our launcher and signals reach it.
@rem Windows has no such word: this file, found in the folder the scripts run in, runs what follows it.
@%*
