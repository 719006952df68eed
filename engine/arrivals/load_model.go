package arrivals

import "time"

// loadModel decides when the virtual users of one scenario start their iterations: openModel by a
// schedule, closedModel by the answers.
type loadModel interface {
	// take returns the next arrival, in order; false when no more are to start.
	take(*user) (Arrival, bool)
	// begin counts an arrival that was taken as started. It returns false if starts ended before the
	// arrival was due; an arrival that was due starts even if its virtual user wakes shortly after the
	// end.
	begin(Arrival) bool
	// close ends the starts: arrivals that are still waiting never start.
	close()
	// progress returns how many arrivals are scheduled up to now, how many of them have started, and
	// how long the first one that no virtual user has taken has been waiting.
	progress() (scheduled, started int64, waiting time.Duration)
}

// user is what a load model stores about one virtual user.
type user struct {
	hasStarted bool
}
