package arrivals

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// process is one way in which arrivals come about. A new one is one file with a Schedule, and one
// entry in processes.
type process struct {
	// options are those of the scenario that it takes, beside what all take.
	options []string
	// problems returns a sentence for each of these options that cannot be used.
	problems func(c *Config) []error
	// open reads what the schedule needs and returns what makes it anew each time; none for a
	// closed model, in which the answers make the arrivals.
	open func(c *Config) (func() Schedule, error)
	// title is what k6 prints of it before the run.
	title func(c *Config) string
}

// closedProcess is the one that is no schedule.
const closedProcess = "closed"

// processes maps the scenario option `process`.
var processes = map[string]process{
	"constant": {
		options:  []string{"rate", "rates", "stages"},
		problems: (*Config).rateProblems,
		open: func(c *Config) (func() Schedule, error) {
			if len(c.Rates) > 0 {
				return func() Schedule { return newLanes(c.Rates) }, nil
			}
			return func() Schedule { return newConstant(c.flow()) }, nil
		},
		title: func(c *Config) string { return c.rateTitle("constant") },
	},
	"poisson": {
		options:  []string{"rate", "stages"},
		problems: (*Config).rateProblems,
		open: func(c *Config) (func() Schedule, error) {
			return func() Schedule { return newPoisson(c.flow(), c.Seed) }, nil
		},
		title: func(c *Config) string { return c.rateTitle("poisson") },
	},
	"bursts": {
		options:  []string{"burstSize", "burstEveryMs"},
		problems: (*Config).burstProblems,
		open: func(c *Config) (func() Schedule, error) {
			return func() Schedule { return newBursts(c.BurstSize, milliseconds(c.BurstEveryMs)) }, nil
		},
		title: func(c *Config) string {
			return fmt.Sprintf("%d arrivals at once, every %s", c.BurstSize, milliseconds(c.BurstEveryMs))
		},
	},
	"trace": {
		options:  []string{"trace", "speed"},
		problems: (*Config).traceProblems,
		open: func(c *Config) (func() Schedule, error) {
			read, err := readTrace(c.Trace, c.Speed, c.Duration.TimeDuration())
			return func() Schedule { return newReplay(read) }, err
		},
		title: func(c *Config) string { return fmt.Sprintf("trace %s at speed %g", c.Trace, c.Speed) },
	},
	closedProcess: {
		options:  []string{"thinkMs"},
		problems: (*Config).thinkProblems,
		title: func(c *Config) string {
			return fmt.Sprintf("closed model, each user %s after its answer", milliseconds(c.ThinkMs))
		},
	},
}

// mostPerSecond is what the counting of arrivals keeps up with.
const mostPerSecond = 1e6

func (c *Config) flow() flow {
	if len(c.Stages) > 0 {
		return &staged{left: c.Stages}
	}
	return steady(c.Rate)
}

func (c *Config) rateProblems() []error {
	switch {
	case len(c.Stages) > 0:
		return stageProblems(c.Stages)
	case len(c.Rates) > 0:
		for name, rate := range c.Rates {
			if !isRate(rate) {
				return []error{fmt.Errorf("rates needs numbers of arrivals per second above 0; got %v for %q", rate, name)}
			}
		}
	case !isRate(c.Rate):
		return []error{fmt.Errorf("rate needs a number of arrivals per second above 0, at most %d; got %v", int(mostPerSecond), c.Rate)}
	}
	return nil
}

func stageProblems(stages []Stage) []error {
	expected := 0.0
	for i, stage := range stages {
		isLong := stage.Seconds > 0 && !math.IsInf(stage.Seconds, 0)
		if !isLong || !isRateOrNone(stage.From) || !isRateOrNone(stage.To) {
			return []error{fmt.Errorf("stage %d needs seconds above 0, and from and to in arrivals per second; got %+v", i+1, stage)}
		}
		expected += stage.expected()
	}
	if expected == 0 {
		return []error{errors.New("stages need a rate above 0 somewhere")}
	}
	return nil
}

func isRate(rate float64) bool {
	return rate > 0 && rate <= mostPerSecond
}

func isRateOrNone(rate float64) bool {
	return rate == 0 || isRate(rate)
}

func (c *Config) burstProblems() (problems []error) {
	if c.BurstSize <= 0 {
		problems = append(problems, fmt.Errorf("burstSize needs a number of arrivals above 0; got %d", c.BurstSize))
	}
	if c.BurstEveryMs <= 0 || float64(c.BurstSize)/c.BurstEveryMs*1000 > mostPerSecond {
		problems = append(problems, fmt.Errorf("burstEveryMs needs a time above 0 that makes at most %d arrivals per second; got %v", int(mostPerSecond), c.BurstEveryMs))
	}
	return problems
}

func (c *Config) traceProblems() (problems []error) {
	if c.Trace == "" {
		problems = append(problems, errors.New("trace needs the path of a file"))
	}
	if !(c.Speed > 0) || math.IsInf(c.Speed, 0) {
		problems = append(problems, fmt.Errorf("speed needs a factor above 0; got %v", c.Speed))
	}
	return problems
}

func (c *Config) thinkProblems() []error {
	if c.ThinkMs < 0 || math.IsNaN(c.ThinkMs) {
		return []error{fmt.Errorf("thinkMs needs a time of at least 0; got %v", c.ThinkMs)}
	}
	return nil
}

// strayOptions are options that were given and that the process does not take.
func (c *Config) strayOptions() []string {
	given := map[string]bool{
		"rate": c.Rate != 0, "rates": len(c.Rates) > 0, "stages": len(c.Stages) > 0,
		"burstSize": c.BurstSize != 0, "burstEveryMs": c.BurstEveryMs != 0,
		"trace": c.Trace != "", "speed": c.Speed != 1, "thinkMs": c.ThinkMs != 0,
	}
	var stray []string
	for name, isGiven := range given {
		if isGiven && !slices.Contains(processes[c.Process].options, name) {
			stray = append(stray, name)
		}
	}
	slices.Sort(stray)
	return stray
}

// rateForms is in how many forms a rate was given.
func (c *Config) rateForms() int {
	forms := 0
	for _, isGiven := range []bool{c.Rate != 0, len(c.Rates) > 0, len(c.Stages) > 0} {
		if isGiven {
			forms++
		}
	}
	return forms
}

func (c *Config) rateTitle(kind string) string {
	switch {
	case len(c.Stages) > 0:
		return fmt.Sprintf("%s arrivals in %d stages", kind, len(c.Stages))
	case len(c.Rates) > 0:
		return fmt.Sprintf("%s arrivals of %d scenarios", kind, len(c.Rates))
	default:
		return fmt.Sprintf("%g %s arrivals/s", c.Rate, kind)
	}
}

func milliseconds(ms float64) time.Duration {
	return time.Duration(ms * float64(time.Millisecond))
}
