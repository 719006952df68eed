package arrivals

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// ProcessStats are those of this process: k6 creates executors from a registry, so a package
// variable is the only way to reach them.
var ProcessStats = NewStats()

// latenessSamples is how many arrivals the p99 of a second is computed from. It limits the memory of a
// run without a tap, in which Second is never called.
const latenessSamples = 50_000

// Stats sums up the arrivals of all scenarios, and can stop their starts.
type Stats struct {
	completed, interrupted atomic.Int64

	mu          sync.Mutex
	models      []loadModel
	lateness    []time.Duration // one for each arrival started since the last call of Second
	maxLateness time.Duration
	stopOnce    sync.Once
	stopping    chan struct{}
}

// Second holds the counts up to a moment, and the lateness since the previous call.
type Second struct {
	Scheduled, Started, Completed, InFlight int64
	LatenessP99, LatenessMax                time.Duration
}

// Totals are the counts of a whole run.
type Totals struct {
	Scheduled, Started, NotStarted, Interrupted int64
}

// NewStats returns the stats of no arrivals.
func NewStats() *Stats {
	return &Stats{stopping: make(chan struct{})}
}

// Stop ends all starts; iterations in flight end within the graceful stop of their scenario.
func (s *Stats) Stop() {
	s.stopOnce.Do(func() { close(s.stopping) })
}

// IsStopped returns whether Stop was called.
func (s *Stats) IsStopped() bool {
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}

// Second returns the counts so far and begins a new second of lateness.
func (s *Stats) Second() Second {
	s.mu.Lock()
	defer s.mu.Unlock()
	// Read before the started ones are counted, or more could have completed than started.
	second := Second{Completed: s.completed.Load() + s.interrupted.Load()}
	second.LatenessP99, second.LatenessMax = s.takeLateness()
	for _, model := range s.models {
		scheduled, started, waiting := model.progress()
		second.Scheduled += scheduled
		second.Started += started
		// An arrival that still waits is late already: without it, a generator that starts nothing
		// at all would look punctual.
		second.LatenessP99 = max(second.LatenessP99, waiting)
		second.LatenessMax = max(second.LatenessMax, waiting)
	}
	second.InFlight = second.Started - second.Completed
	return second
}

// Totals returns the sums over the run, once it has ended.
func (s *Stats) Totals() Totals {
	second := s.Second()
	return Totals{
		Scheduled: second.Scheduled, Started: second.Started, NotStarted: second.Scheduled - second.Started,
		Interrupted: s.interrupted.Load(),
	}
}

func (s *Stats) takeLateness() (p99, longest time.Duration) {
	count := len(s.lateness)
	if count == 0 {
		return 0, 0
	}
	slices.Sort(s.lateness)
	p99, longest = s.lateness[(count*99+99)/100-1], s.maxLateness
	s.lateness, s.maxLateness = s.lateness[:0], 0
	return p99, longest
}

func (s *Stats) addModel(model loadModel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = append(s.models, model)
}

func (s *Stats) addLateness(lateness time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxLateness = max(s.maxLateness, lateness)
	if len(s.lateness) < latenessSamples {
		s.lateness = append(s.lateness, lateness)
	}
}
