package schedule

import "math"

// RateFunction is an arrival rate over time, seen through its integral: the number of arrivals
// expected until a moment. It turns a random or even schedule of rate 1 into one of this rate, by
// returning for each time of that schedule when as many arrivals are expected. This change of time
// is exact for any rate.
type RateFunction interface {
	// timeOf returns the moment, in seconds, until which this number of arrivals is expected; false
	// when the rate never reaches that number. Callers pass numbers that never decrease.
	timeOf(expected float64) (seconds float64, ok bool)
}

// ConstantRate is a fixed rate per second.
type ConstantRate float64

func (c ConstantRate) timeOf(expected float64) (float64, bool) {
	return expected / float64(c), true
}

// Stage is a period in which the rate changes linearly from one value to another.
type Stage struct {
	Seconds float64 `json:"seconds"`
	// From and To are arrivals per second.
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// Expected is the number of arrivals expected in the stage.
func (s Stage) Expected() float64 {
	return (s.From + s.To) / 2 * s.Seconds
}

// timeOf solves From·t + (To − From) / (2·Seconds)·t² = expected. This form of the solution loses
// no digits where the rate hardly changes, or starts at 0.
func (s Stage) timeOf(expected float64) float64 {
	slope := (s.To - s.From) / s.Seconds
	root := math.Sqrt(max(0, s.From*s.From+2*slope*expected))
	return min(s.Seconds, 2*expected/(s.From+root))
}

// boundary is how close to the end of a stage an arrival belongs to the next one: the rounding error
// in sums of rates without an exact binary form is smaller.
const boundary = 1e-9

// stagedRate steps through stages. An arrival at the very end of a stage is the first of the next
// stage that has a rate, so that no arrival is scheduled in a pause.
type stagedRate struct {
	remaining []Stage
	// startedAt is when the first remaining stage starts; before is the number of arrivals expected
	// until then.
	startedAt, before float64
}

// NewStagedRate returns the rate of these stages, one after the other.
func NewStagedRate(stages []Stage) RateFunction {
	return &stagedRate{remaining: stages}
}

func (s *stagedRate) timeOf(expected float64) (float64, bool) {
	for len(s.remaining) > 0 && expected >= s.before+s.remaining[0].Expected()-boundary {
		s.startedAt += s.remaining[0].Seconds
		s.before += s.remaining[0].Expected()
		s.remaining = s.remaining[1:]
	}
	if len(s.remaining) == 0 {
		return 0, false
	}
	inside := max(0, expected-s.before)
	if inside == 0 {
		return s.startedAt, true
	}
	return s.startedAt + s.remaining[0].timeOf(inside), true
}
