package arrivals

import (
	"testing"
	"time"
)

func TestCircle(t *testing.T) {
	t.Run("closed model: users first come spread over the time of thinking, over all segments", func(t *testing.T) {
		start := time.Now()
		var seen []time.Duration
		for _, tuple := range tuples(t, "0,1/2,1") {
			scaled, err := tuple.GetNewExecutionTupleFromValue(4)
			if err != nil {
				t.Fatal(err)
			}
			segment := newCircle(start, 4, time.Second, scaled)
			for range 2 {
				first, ok := segment.take(&user{})
				if !ok {
					t.Fatal("nothing was handed out")
				}
				seen = append(seen, first.Intended.Sub(start))
			}
		}
		for _, want := range []time.Duration{0, 250 * time.Millisecond, 500 * time.Millisecond, 750 * time.Millisecond} {
			found := 0
			for _, at := range seen {
				if at == want {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%d users come at %v: %v", found, want, seen)
			}
		}
	})
	t.Run("closed model: a user comes again when it has thought, under a number of its own", func(t *testing.T) {
		model, self := newCircle(time.Now(), 1, time.Minute, tuples(t, "0,1")[0]), &user{}
		first, _ := model.take(self)
		model.begin(first)
		before := time.Now()
		second, ok := model.take(self)
		if wait := second.Intended.Sub(before); !ok || wait < time.Minute || wait > time.Minute+10*time.Second {
			t.Errorf("it comes after %v", wait)
		}
		if first.global != 0 || second.global != 1 {
			t.Errorf("got numbers %d and %d", first.global, second.global)
		}
		if asked, started, waiting := model.progress(); asked != 1 || started != 1 || waiting != 0 {
			t.Errorf("got %d asked, %d started, %v waiting", asked, started, waiting)
		}
	})
	t.Run("closed model: after the end nobody comes, and nothing is left over", func(t *testing.T) {
		model, self := newCircle(time.Now(), 1, time.Minute, tuples(t, "0,1")[0]), &user{}
		first, _ := model.take(self)
		model.begin(first)
		second, _ := model.take(self)
		model.close()
		if _, ok := model.take(self); ok || model.begin(second) {
			t.Error("a user came after the end")
		}
		if asked, started, _ := model.progress(); asked != started {
			t.Errorf("%d of %d started", started, asked)
		}
	})
}
