package arrivals

import (
	"time"

	"go.k6.io/k6/v2/lib"
)

// share is the part of a schedule that falls to one execution segment, up to the end of the
// duration. All segments walk the same schedule, and each arrival belongs to exactly one of them.
type share struct {
	schedule Schedule
	duration time.Duration
	index    *lib.SegmentedIndex
	walked   int64
	wanted   int64
	next     time.Duration
	done     bool
}

func newShare(schedule Schedule, duration time.Duration, tuple *lib.ExecutionTuple) *share {
	s := &share{schedule: schedule, duration: duration, index: lib.NewSegmentedIndex(tuple)}
	s.advance()
	return s
}

// peek returns the next intended time without taking it; false when there are no more.
func (s *share) peek() (time.Duration, bool) {
	return s.next, !s.done
}

// take returns the next intended time and moves on.
func (s *share) take() (time.Duration, bool) {
	at, ok := s.peek()
	if ok {
		s.advance()
	}
	return at, ok
}

func (s *share) advance() {
	_, s.wanted = s.index.Next()
	for s.walked < s.wanted {
		at, ok := s.schedule.Next()
		if !ok || at >= s.duration {
			s.done = true
			return
		}
		s.next = at
		s.walked++
	}
}
