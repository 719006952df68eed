package arrivals

import (
	"sync"
	"time"
)

// line is where the arrivals of one scenario wait to be started: the arrivals themselves are
// computed when taken, so that a long backlog costs nothing.
type line struct {
	start time.Time

	mu       sync.Mutex
	starts   *share // the next arrival that nobody has taken
	due      *share // walks behind the clock, to count what the schedule wanted so far
	asked    int64
	started  int64
	isClosed bool
	closedAt time.Duration
}

func newLine(start time.Time, makeShare func() *share) *line {
	return &line{start: start, starts: makeShare(), due: makeShare()}
}

// take hands out the next arrival, in order; false when nothing more is to start.
func (l *line) take() (Arrival, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed {
		return Arrival{}, false
	}
	next, ok := l.starts.take()
	return Arrival{Intended: l.start.Add(next.at), local: next.local, global: next.global}, ok
}

// begin counts an arrival that was taken as started, unless the starts ended before its moment. One
// that was due starts even if its virtual user wakes a little after the end.
func (l *line) begin(arrival Arrival) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed && arrival.Intended.Sub(l.start) > l.closedAt {
		return false
	}
	l.started++
	return true
}

// close ends the starts: what waits now is never started.
func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.isClosed {
		l.isClosed, l.closedAt = true, time.Since(l.start)
	}
}

// progress returns how many arrivals were due by now, how many of them have started, and for how
// long the first that nobody has taken has been waiting.
func (l *line) progress() (asked, started int64, waiting time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	elapsed := time.Since(l.start)
	if l.isClosed {
		elapsed = min(elapsed, l.closedAt)
	}
	for next, ok := l.due.peek(); ok && next.at <= elapsed; next, ok = l.due.peek() {
		l.due.advance()
		l.asked++
	}
	if next, ok := l.starts.peek(); ok && !l.isClosed {
		waiting = max(0, elapsed-next.at)
	}
	return l.asked, l.started, waiting
}
