package arrivals

import "time"

// Schedule gives the intended times of the arrivals of a run, one after the other.
//
// A new kind of schedule (stages, bursts, a trace) is one file that implements it and one line in
// processes. It computes each time when asked, so that a run of days costs no more memory than one
// of seconds.
type Schedule interface {
	// Next returns when the next arrival is meant to start, counted from the start of the
	// schedule, never before the one before it; false when there are no more.
	Next() (time.Duration, bool)
}

// processes maps the scenario option `process` to what makes its schedule. Two schedules made with
// the same options are equal, on any machine: the segments of a distributed run rely on it.
var processes = map[string]func(ratePerSecond float64, seed uint64) Schedule{
	"constant": newConstant,
	"poisson":  newPoisson,
}
