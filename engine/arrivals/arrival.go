package arrivals

import (
	"context"
	"time"

	"assay/engine/arrivals/schedule"
)

// Arrival is what an iteration knows about itself. Only the virtual user that runs the iteration
// accesses it, so it needs no lock.
type Arrival struct {
	// ScheduledStart is when the iteration was due to start.
	ScheduledStart time.Time
	// Claimed is set by the first request of the iteration, which takes over the scheduled start.
	// Later requests start when the script sends them.
	Claimed bool
	schedule.Plan

	// local and global number the arrival from 0, in this segment and in the whole schedule.
	local, global uint64
}

type arrivalKey struct{}

// FromContext returns the arrival that a virtual user runs, or nil under another executor.
func FromContext(ctx context.Context) *Arrival {
	arrival, _ := ctx.Value(arrivalKey{}).(*Arrival)
	return arrival
}

func withArrival(ctx context.Context, arrival *Arrival) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrival)
}

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

// timerMargin is how long before the moment the timer fires. The Go runtime waits in whole
// milliseconds when idle, so a timer may fire up to one millisecond late.
const timerMargin = 1500 * time.Microsecond

// waitUntil returns at the moment, or at once if it is past, or as soon as either channel is closed.
func waitUntil(moment time.Time, timer *time.Timer, stop, done <-chan struct{}) {
	if rest := time.Until(moment) - timerMargin; rest > 0 {
		timer.Reset(rest)
		select {
		case <-timer.C:
		case <-stop:
			timer.Stop()
			return
		case <-done:
			timer.Stop()
			return
		}
	}
	sleepExactly(time.Until(moment))
}
