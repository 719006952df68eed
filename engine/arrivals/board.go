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

// maxLateness is how many arrivals of a second its p99 is made of: a run without a tap has nobody
// who asks for it each second.
const maxLateness = 50_000

// Board sums up the arrivals of all scenarios, and can stop them.
type Board struct {
	finished, interrupted atomic.Int64

	mu       sync.Mutex
	queues   []queue
	lateness []time.Duration // of the arrivals started since the last second
	longest  time.Duration
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

// IsStopped says whether somebody ended the starts before their time.
func (b *Board) IsStopped() bool {
	select {
	case <-b.stopping:
		return true
	default:
		return false
	}
}

// Second returns the state of the arrivals and starts a new second of lateness.
func (b *Board) Second() Second {
	b.mu.Lock()
	defer b.mu.Unlock()
	// Read before what has started, or more could have finished.
	second := Second{Finished: b.finished.Load() + b.interrupted.Load()}
	second.LatenessP99, second.LatenessMax = b.takeLateness()
	for _, queue := range b.queues {
		asked, started, waiting := queue.progress()
		second.Asked += asked
		second.Started += started
		// An arrival that still waits is late already: without it, a generator that starts
		// nothing at all would look punctual.
		second.LatenessP99 = max(second.LatenessP99, waiting)
		second.LatenessMax = max(second.LatenessMax, waiting)
	}
	second.InFlight = second.Started - second.Finished
	return second
}

// Totals returns the sums over the run, once it has ended.
func (b *Board) Totals() Totals {
	second := b.Second()
	return Totals{
		Asked: second.Asked, Started: second.Started, NotStarted: second.Asked - second.Started,
		Interrupted: b.interrupted.Load(),
	}
}

func (b *Board) takeLateness() (p99, longest time.Duration) {
	count := len(b.lateness)
	if count == 0 {
		return 0, 0
	}
	slices.Sort(b.lateness)
	p99, longest = b.lateness[(count*99+99)/100-1], b.longest
	b.lateness, b.longest = b.lateness[:0], 0
	return p99, longest
}

func (b *Board) add(q queue) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queues = append(b.queues, q)
}

func (b *Board) late(by time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.longest = max(b.longest, by)
	if len(b.lateness) < maxLateness {
		b.lateness = append(b.lateness, by)
	}
}
