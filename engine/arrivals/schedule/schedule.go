// Package schedule computes when the arrivals of a run start.
package schedule

import "time"

// Schedule yields the arrivals of a run, one after the other.
//
// It computes each arrival on demand, so that a run of days needs no more memory than one of
// seconds. Two schedules with the same options are equal, on any machine: the segments of a
// distributed run rely on it.
type Schedule interface {
	// Next returns the next arrival, never before the previous one; false when there are no more.
	Next() (Point, bool)
}

// Point is one arrival of a schedule.
type Point struct {
	// At is the scheduled start, counted from the start of the schedule.
	At time.Duration
	Plan
}

// Plan is what a schedule specifies for an arrival besides its time. A zero value specifies nothing.
type Plan struct {
	// Scenario names the scenario to run.
	Scenario string
	// PromptTokens and AnswerTokens are the lengths to request.
	PromptTokens, AnswerTokens int64
}

func toDuration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}
