package arrivals

import "time"

// queue is where the virtual users of one scenario get their arrivals.
type queue interface {
	// take hands out the next arrival, in order; false when nothing more is to start.
	take(*user) (Arrival, bool)
	// begin counts an arrival that was taken as started, unless the starts ended before its
	// moment. One that was due starts even if its virtual user wakes a little after the end.
	begin(Arrival) bool
	// close ends the starts: what waits now is never started.
	close()
	// progress returns how many arrivals were due by now, how many of them have started, and for
	// how long the first that nobody has taken has been waiting.
	progress() (asked, started int64, waiting time.Duration)
}

// user is what a queue remembers of one virtual user.
type user struct {
	hasBegun bool
}
