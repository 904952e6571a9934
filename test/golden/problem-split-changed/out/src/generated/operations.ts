// The facts of all operations.
