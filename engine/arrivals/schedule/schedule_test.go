package schedule

import (
	"math"
	"testing"
	"time"
)

func TestConstant(t *testing.T) {
	t.Run("constant: arrival n starts at n / rate, without accumulated error", func(t *testing.T) {
		schedule := NewConstant(ConstantRate(3))
		for n := range 3_000_000 {
			next, ok := schedule.Next()
			if want := time.Duration(float64(n) / 3 * 1e9); !ok || next.At != want {
				t.Fatalf("arrival %d: got %v, want %v", n, next.At, want)
			}
		}
	})
}

func TestPoisson(t *testing.T) {
	const rate, count = 200.0, 200_000
	gaps := make([]float64, 0, count)
	schedule, previous := NewPoisson(ConstantRate(rate), 7), time.Duration(0)
	for range count {
		next, _ := schedule.Next()
		at := next.At
		if at < previous {
			t.Fatalf("an arrival at %v after one at %v", at, previous)
		}
		gaps = append(gaps, (at - previous).Seconds())
		previous = at
	}
	mean := previous.Seconds() / count
	var squares float64
	over := 0
	for _, gap := range gaps {
		squares += (gap - mean) * (gap - mean)
		if gap > 1/rate {
			over++
		}
	}

	t.Run("poisson: the mean gap is 1 / rate", func(t *testing.T) {
		if math.Abs(mean*rate-1) > 0.01 {
			t.Errorf("got a mean gap of %v s at rate %v", mean, rate)
		}
	})
	t.Run("poisson: the standard deviation of the gaps equals their mean", func(t *testing.T) {
		if variation := math.Sqrt(squares/count) / mean; math.Abs(variation-1) > 0.02 {
			t.Errorf("got a coefficient of variation of %v, want 1", variation)
		}
	})
	t.Run("poisson: 1/e of the gaps are longer than the mean", func(t *testing.T) {
		if share := float64(over) / count; math.Abs(share-1/math.E) > 0.01 {
			t.Errorf("got %v, want %v", share, 1/math.E)
		}
	})
	t.Run("poisson: the same seed gives the same schedule, another seed a different one", func(t *testing.T) {
		a, b, c := NewPoisson(ConstantRate(rate), 7), NewPoisson(ConstantRate(rate), 7), NewPoisson(ConstantRate(rate), 8)
		differs := false
		for range 1000 {
			first, _ := a.Next()
			second, _ := b.Next()
			other, _ := c.Next()
			if first != second {
				t.Fatalf("got %v and %v", first, second)
			}
			differs = differs || first != other
		}
		if !differs {
			t.Error("seeds 7 and 8 give the same schedule")
		}
	})
}

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
