package arrivals

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Process is the board of this process: k6 makes executors from a registry, so there is no other
// way to reach them.
var Process = NewBoard()

// Board sums up the arrivals of all scenarios, and can stop them.
type Board struct {
	started, finished, interrupted atomic.Int64

	mu       sync.Mutex
	lines    []*line
	lateness []time.Duration // of the arrivals started since the last second
	stopOnce sync.Once
	stopping chan struct{}
}

// Second is what the arrivals did, up to a moment; lateness is of the time since the call before.
type Second struct {
	Asked, Started, Finished, InFlight int64
	LatenessP99, LatenessMax           time.Duration
}

// Totals is what the arrivals of a run came to.
type Totals struct {
	Asked, Started, NotStarted, Interrupted int64
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{stopping: make(chan struct{})}
}

// Stop ends all starts; what is in flight ends within the graceful stop of its scenario.
func (b *Board) Stop() {
	b.stopOnce.Do(func() { close(b.stopping) })
}

// Second returns the state of the arrivals and starts a new second of lateness.
func (b *Board) Second() Second {
	b.mu.Lock()
	defer b.mu.Unlock()
	// In this order nothing has finished that has not started, nor started that was not asked for.
	second := Second{Finished: b.finished.Load() + b.interrupted.Load()}
	second.Started = b.started.Load()
	second.InFlight = second.Started - second.Finished
	second.LatenessP99, second.LatenessMax = b.takeLateness()
	now := time.Now()
	for _, line := range b.lines {
		asked, waiting := line.progress(now)
		second.Asked += asked
		// An arrival that still waits is late already: without it, a generator that starts
		// nothing at all would look punctual.
		second.LatenessP99 = max(second.LatenessP99, waiting)
		second.LatenessMax = max(second.LatenessMax, waiting)
	}
	return second
}

func (b *Board) takeLateness() (p99, longest time.Duration) {
	count := len(b.lateness)
	if count == 0 {
		return 0, 0
	}
	slices.Sort(b.lateness)
	p99, longest = b.lateness[(count*99+99)/100-1], b.lateness[count-1]
	b.lateness = b.lateness[:0]
	return p99, longest
}

// Totals returns the sums over the run.
func (b *Board) Totals(now time.Time) Totals {
	b.mu.Lock()
	defer b.mu.Unlock()
	var totals Totals
	for _, line := range b.lines {
		asked, _ := line.progress(now)
		totals.Asked += asked
	}
	totals.Started = b.started.Load()
	totals.Interrupted = b.interrupted.Load()
	totals.NotStarted = totals.Asked - totals.Started
	return totals
}

func (b *Board) add(l *line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, l)
}

func (b *Board) begin(late time.Duration) {
	b.started.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lateness = append(b.lateness, late)
}
