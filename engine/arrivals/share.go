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
	next     place
	isOver   bool
}

// place is one arrival of a share.
type place struct {
	Point
	// local and global count it from 0 in this segment and in the whole schedule.
	local, global uint64
}

func newShare(schedule Schedule, duration time.Duration, tuple *lib.ExecutionTuple) *share {
	s := &share{schedule: schedule, duration: duration, index: lib.NewSegmentedIndex(tuple)}
	s.advance()
	return s
}

// peek returns the next arrival without taking it; false when there are no more.
func (s *share) peek() (place, bool) {
	return s.next, !s.isOver
}

// take returns the next arrival and moves on.
func (s *share) take() (place, bool) {
	next, ok := s.peek()
	if ok {
		s.advance()
	}
	return next, ok
}

func (s *share) advance() {
	local, wanted := s.index.Next() // both count from 1
	for s.walked < wanted {
		point, ok := s.schedule.Next()
		if !ok || point.At >= s.duration {
			s.isOver = true
			return
		}
		s.next.Point = point
		s.walked++
	}
	s.next.local, s.next.global = uint64(local-1), uint64(wanted-1)
}
