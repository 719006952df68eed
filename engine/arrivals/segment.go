package arrivals

import (
	"time"

	"go.k6.io/k6/v2/lib"

	"assay/engine/arrivals/schedule"
)

// segment is the part of a schedule that belongs to one execution segment, up to the end of the
// duration. All segments step through the same schedule, and each arrival belongs to exactly one of
// them.
type segment struct {
	schedule schedule.Schedule
	duration time.Duration
	index    *lib.SegmentedIndex
	position int64
	next     segmentArrival
	isOver   bool
}

// segmentArrival is one arrival of a segment.
type segmentArrival struct {
	schedule.Point
	// local and global number it from 0, in this segment and in the whole schedule.
	local, global uint64
}

func newSegment(whole schedule.Schedule, duration time.Duration, tuple *lib.ExecutionTuple) *segment {
	s := &segment{schedule: whole, duration: duration, index: lib.NewSegmentedIndex(tuple)}
	s.advance()
	return s
}

// peek returns the next arrival without taking it; false when there are no more.
func (s *segment) peek() (segmentArrival, bool) {
	return s.next, !s.isOver
}

// take returns the next arrival and advances.
func (s *segment) take() (segmentArrival, bool) {
	next, ok := s.peek()
	if ok {
		s.advance()
	}
	return next, ok
}

func (s *segment) advance() {
	local, target := s.index.Next() // both count from 1
	for s.position < target {
		point, ok := s.schedule.Next()
		if !ok || point.At >= s.duration {
			s.isOver = true
			return
		}
		s.next.Point = point
		s.position++
	}
	s.next.local, s.next.global = uint64(local-1), uint64(target-1)
}
