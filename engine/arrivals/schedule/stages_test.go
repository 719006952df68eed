package schedule

import (
	"math"
	"testing"
	"time"
)

// startTimes returns the times of a schedule up to its end, or up to a limit.
func startTimes(schedule Schedule, limit int) []time.Duration {
	var ats []time.Duration
	for len(ats) < limit {
		next, ok := schedule.Next()
		if !ok {
			break
		}
		ats = append(ats, next.At)
	}
	return ats
}

// expectedUntil integrates the rate over the stages, by definition.
func expectedUntil(stages []Stage, seconds float64) float64 {
	sum := 0.0
	for _, stage := range stages {
		inside := min(seconds, stage.Seconds)
		rate := stage.From + (stage.To-stage.From)*inside/stage.Seconds
		sum += (stage.From + rate) / 2 * inside
		if seconds -= inside; seconds <= 0 {
			break
		}
	}
	return sum
}

var upAndDown = []Stage{
	{Seconds: 10, From: 0, To: 100}, {Seconds: 5, From: 100, To: 100}, {Seconds: 3}, {Seconds: 10, From: 50, To: 0},
}

func TestStages(t *testing.T) {
	t.Run("stages: evenly spaced arrival n starts when n are expected", func(t *testing.T) {
		ats := startTimes(NewConstant(NewStagedRate(upAndDown)), 1e6)
		if len(ats) != 500+500+250 {
			t.Fatalf("got %d arrivals", len(ats))
		}
		for n, at := range ats {
			if expected := expectedUntil(upAndDown, at.Seconds()); math.Abs(expected-float64(n)) > 1e-3 {
				t.Fatalf("arrival %d starts at %v, when %v are expected", n, at, expected)
			}
		}
	})
	t.Run("stages: no arrival is scheduled in a pause", func(t *testing.T) {
		stages := []Stage{{Seconds: 2}, {Seconds: 1, From: 10, To: 10}, {Seconds: 5}, {Seconds: 1, From: 0.1, To: 29.9}}
		ats := startTimes(NewConstant(NewStagedRate(stages)), 1000)
		if len(ats) != 25 || ats[0] != 2*time.Second || ats[9] >= 3*time.Second || ats[10] != 8*time.Second {
			t.Errorf("got %v", ats)
		}
	})
	t.Run("stages: rates without an exact binary form give whole numbers of arrivals", func(t *testing.T) {
		for _, rate := range []float64{0.1, 0.3, 0.7, 1.1, 33.3} {
			stages := []Stage{{Seconds: 10, From: rate, To: rate}, {Seconds: 10, From: rate, To: rate}, {Seconds: 10, From: rate, To: rate}}
			if got, want := len(startTimes(NewConstant(NewStagedRate(stages)), 1e6)), int(math.Round(rate*30)); got != want {
				t.Errorf("rate %v: got %d arrivals in 30 s, want %d", rate, got, want)
			}
		}
	})
	t.Run("stages: one stage with one rate equals that constant rate", func(t *testing.T) {
		stages := []Stage{{Seconds: 100, From: 40, To: 40}}
		for _, make := range []func(RateFunction) Schedule{NewConstant, func(rate RateFunction) Schedule { return NewPoisson(rate, 3) }} {
			flat, plain := startTimes(make(NewStagedRate(stages)), 3000), startTimes(make(ConstantRate(40)), 3000)
			for n := range flat {
				if (flat[n] - plain[n]).Abs() > time.Microsecond {
					t.Fatalf("arrival %d: got %v and %v", n, flat[n], plain[n])
				}
			}
		}
	})
}

func TestPoissonStages(t *testing.T) {
	const runs = 400
	// Each run is divided into time slices: the counts of a Poisson process with a changing rate are
	// independent, and both their mean and their variance equal the integral of the rate.
	slices := []float64{0, 2, 5, 10, 15, 18, 20, 24, 28}
	counts := make([][]float64, len(slices)-1)
	for seed := range uint64(runs) {
		found := make([]float64, len(slices)-1)
		for _, at := range startTimes(NewPoisson(NewStagedRate(upAndDown), seed), 1e6) {
			for i := range found {
				if at.Seconds() >= slices[i] && at.Seconds() < slices[i+1] {
					found[i]++
				}
			}
		}
		for i, count := range found {
			counts[i] = append(counts[i], count)
		}
	}
	for i := range counts {
		want := expectedUntil(upAndDown, slices[i+1]) - expectedUntil(upAndDown, slices[i])
		mean, variance := moments(counts[i])
		if want == 0 {
			if mean != 0 {
				t.Errorf("poisson stages: %v arrivals in a pause", mean)
			}
			continue
		}
		// Four standard errors; the seeds are fixed, so the result is the same in every run.
		if tolerance := 4 * math.Sqrt(want/runs); math.Abs(mean-want) > tolerance {
			t.Errorf("poisson stages: from %v s to %v s there are %v arrivals, want %v ± %v", slices[i], slices[i+1], mean, want, tolerance)
		}
		if ratio := variance / want; math.Abs(ratio-1) > 4*math.Sqrt(2.0/runs) {
			t.Errorf("poisson stages: from %v s to %v s the variance is %v of the mean, want 1", slices[i], slices[i+1], ratio)
		}
	}
}

func moments(numbers []float64) (mean, variance float64) {
	for _, number := range numbers {
		mean += number / float64(len(numbers))
	}
	for _, number := range numbers {
		variance += (number - mean) * (number - mean) / float64(len(numbers)-1)
	}
	return mean, variance
}

func TestPerScenarioRates(t *testing.T) {
	t.Run("per-scenario rates: each scenario arrives evenly at its own rate, and all in order", func(t *testing.T) {
		rates := map[string]float64{"chat": 10, "images": 0.5, "video": 3}
		schedule, ats, previous := NewPerScenarioRates(rates), map[string][]time.Duration{}, time.Duration(0)
		for next, _ := schedule.Next(); next.At < 100*time.Second; next, _ = schedule.Next() {
			if next.At < previous {
				t.Fatalf("an arrival at %v after one at %v", next.At, previous)
			}
			previous = next.At
			ats[next.Scenario] = append(ats[next.Scenario], next.At)
		}
		for name, rate := range rates {
			if got, want := len(ats[name]), int(rate*100); got != want {
				t.Errorf("%s: got %d arrivals in 100 s, want %d", name, got, want)
			}
			for n := range ats[name][1:] {
				gap := (ats[name][n+1] - ats[name][n]).Seconds()
				if math.Abs(gap-1/rate) > 1e-6 {
					t.Fatalf("%s: got a gap of %v s", name, gap)
				}
			}
		}
	})
}

func TestBursts(t *testing.T) {
	t.Run("bursts: each starts all its arrivals at the same moment", func(t *testing.T) {
		ats := startTimes(NewBursts(3, 250*time.Millisecond), 9)
		for n, at := range ats {
			if want := time.Duration(n/3) * 250 * time.Millisecond; at != want {
				t.Errorf("arrival %d: got %v, want %v", n, at, want)
			}
		}
	})
}
