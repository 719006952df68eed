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
