// Package schedule computes when the arrivals of a run start.
package schedule

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"
)

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

// constant spaces arrivals evenly: arrival n, counted from 0, starts when n are expected. At a
// constant rate that is n / rate.
type constant struct {
	rate  RateFunction
	count float64
}

// NewConstant returns evenly spaced arrivals.
func NewConstant(rate RateFunction) Schedule {
	return &constant{rate: rate}
}

// Next counts rather than adds gaps, so that rounding errors do not accumulate.
func (c *constant) Next() (Point, bool) {
	seconds, ok := c.rate.timeOf(c.count)
	c.count++
	return Point{At: toDuration(seconds)}, ok
}

// poisson is a Poisson process, the arrivals of users who are independent of each other: at a
// constant rate the gaps are independent and exponential with mean 1 / rate. A changing rate is
// applied by the exact change of time: arrival n starts when the expected count reaches the sum of
// n independent exponential numbers of mean 1.
type poisson struct {
	rate     RateFunction
	random   *rand.Rand
	expected float64
}

// NewPoisson returns random arrivals; the same seed returns the same ones.
func NewPoisson(rate RateFunction, seed uint64) Schedule {
	return &poisson{rate: rate, random: rand.New(rand.NewPCG(seed, 0))}
}

func (p *poisson) Next() (Point, bool) {
	p.expected += p.random.ExpFloat64()
	seconds, ok := p.rate.timeOf(p.expected)
	return Point{At: toDuration(seconds)}, ok
}

// bursts are groups of simultaneous arrivals, at a fixed interval.
type bursts struct {
	size     int64
	interval time.Duration
	count    int64
}

// NewBursts returns size arrivals at once, every interval.
func NewBursts(size int64, interval time.Duration) Schedule {
	return &bursts{size: size, interval: interval}
}

func (b *bursts) Next() (Point, bool) {
	at := time.Duration(b.count/b.size) * b.interval
	b.count++
	return Point{At: at}, true
}

// perScenarioRates are evenly spaced arrivals of several scenarios, each at its own rate. Scenario i
// of k starts i/k of its gap late, so that the scenarios do not all start at the same moment.
type perScenarioRates struct {
	scenarios []scenarioRate
}

type scenarioRate struct {
	scenario      string
	ratePerSecond float64
	offset, count float64
}

func (s *scenarioRate) next() Point {
	at := toDuration((s.offset + s.count) / s.ratePerSecond)
	return Point{At: at, Plan: Plan{Scenario: s.scenario}}
}

// NewPerScenarioRates returns evenly spaced arrivals by the rate per second of each scenario.
func NewPerScenarioRates(rates map[string]float64) Schedule {
	names := slices.Sorted(maps.Keys(rates))
	scenarios := make([]scenarioRate, len(names))
	for i, name := range names {
		scenarios[i] = scenarioRate{scenario: name, ratePerSecond: rates[name], offset: float64(i) / float64(len(names))}
	}
	return &perScenarioRates{scenarios}
}

// Next returns the earliest arrival of all scenarios.
func (p *perScenarioRates) Next() (Point, bool) {
	first := &p.scenarios[0]
	for i := range p.scenarios[1:] {
		if other := &p.scenarios[i+1]; other.next().At < first.next().At {
			first = other
		}
	}
	next := first.next()
	first.count++
	return next, true
}
