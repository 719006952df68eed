package main

// headroomBytes is what the heap may grow by before it is collected, beyond the doubling that Go
// allows. A heap of few virtual users is small: without it, it would be collected several times a
// second, and each time the stamps of some 20 ms would be late.
const headroomBytes = 32 << 20

// headroom counts as heap in use and is never touched, so it takes no memory.
var headroom = make([]byte, headroomBytes)
