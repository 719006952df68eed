package arrivals

import (
	"math"
	"time"
)

// flow is a rate of arrivals over time, seen from its integral: how many arrivals are expected
// until a moment. A random or even schedule of rate 1 becomes one of this rate by asking, for each
// of its times, when so many are expected. This change of time is exact, whatever the rate does.
type flow interface {
	// when returns the moment until which so many arrivals are expected, in seconds; false when
	// that many never are. It is asked with numbers that never fall.
	when(expected float64) (seconds float64, ok bool)
}

// steady is a rate per second that never changes.
type steady float64

func (s steady) when(expected float64) (float64, bool) {
	return expected / float64(s), true
}

// Stage is a time in which the rate moves evenly from one value to another.
type Stage struct {
	Seconds float64 `json:"seconds"`
	// From and To are arrivals per second.
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

func (s Stage) expected() float64 {
	return (s.From + s.To) / 2 * s.Seconds
}

// when solves From·t + (To − From) / (2·Seconds)·t² = expected. This form of the solution loses
// no digits where the rate hardly changes, or starts at 0.
func (s Stage) when(expected float64) float64 {
	slope := (s.To - s.From) / s.Seconds
	root := math.Sqrt(max(0, s.From*s.From+2*slope*expected))
	return min(s.Seconds, 2*expected/(s.From+root))
}

// boundary is how close to the end of a stage an arrival belongs to the next one: sums of rates
// that are no binary fractions miss whole numbers by less.
const boundary = 1e-9

// staged walks through stages. An arrival at the very end of a stage is the first of the next that
// has a rate, so that none falls into a pause.
type staged struct {
	left []Stage
	// began is when the first stage that is left began; before is what was expected until then.
	began, before float64
}

func (s *staged) when(expected float64) (float64, bool) {
	for len(s.left) > 0 && expected >= s.before+s.left[0].expected()-boundary {
		s.began += s.left[0].Seconds
		s.before += s.left[0].expected()
		s.left = s.left[1:]
	}
	if len(s.left) == 0 {
		return 0, false
	}
	inside := max(0, expected-s.before)
	if inside == 0 {
		return s.began, true
	}
	return s.began + s.left[0].when(inside), true
}

func toDuration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}
