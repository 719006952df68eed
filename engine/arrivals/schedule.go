package arrivals

import "time"

// Schedule gives the arrivals of a run, one after the other.
//
// It computes each arrival when asked, so that a run of days costs no more memory than one of
// seconds. Two schedules made of the same options are equal, on any machine: the segments of a
// distributed run rely on it.
type Schedule interface {
	// Next returns the next arrival, never before the one before it; false when there are no more.
	Next() (Point, bool)
}

// Point is one arrival of a schedule.
type Point struct {
	// At is when it is meant to start, counted from the start of the schedule.
	At time.Duration
	Plan
}

// Plan is what a schedule says of an arrival besides its time. A zero value says nothing.
type Plan struct {
	// Scenario names the shape of traffic to send.
	Scenario string
	// PromptTokens and AnswerTokens are the lengths to ask for.
	PromptTokens, AnswerTokens int64
}
