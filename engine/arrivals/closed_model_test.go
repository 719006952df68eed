package arrivals

import (
	"testing"
	"time"
)

func TestClosedModel(t *testing.T) {
	t.Run("closed model: the first arrivals of the users are spread over one think time, over all segments", func(t *testing.T) {
		start := time.Now()
		var starts []time.Duration
		for _, tuple := range tuples(t, "0,1/2,1") {
			scaled, err := tuple.GetNewExecutionTupleFromValue(4)
			if err != nil {
				t.Fatal(err)
			}
			part := newClosedModel(start, 4, time.Second, scaled)
			for range 2 {
				first, ok := part.take(&user{})
				if !ok {
					t.Fatal("there was no arrival")
				}
				starts = append(starts, first.ScheduledStart.Sub(start))
			}
		}
		for _, want := range []time.Duration{0, 250 * time.Millisecond, 500 * time.Millisecond, 750 * time.Millisecond} {
			found := 0
			for _, at := range starts {
				if at == want {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%d users start at %v: %v", found, want, starts)
			}
		}
	})
	t.Run("closed model: a user starts again after its think time, with a new arrival number", func(t *testing.T) {
		model, u := newClosedModel(time.Now(), 1, time.Minute, tuples(t, "0,1")[0]), &user{}
		first, _ := model.take(u)
		model.begin(first)
		before := time.Now()
		second, ok := model.take(u)
		if wait := second.ScheduledStart.Sub(before); !ok || wait < time.Minute || wait > time.Minute+10*time.Second {
			t.Errorf("it starts after %v", wait)
		}
		if first.global != 0 || second.global != 1 {
			t.Errorf("got numbers %d and %d", first.global, second.global)
		}
		if scheduled, started, waiting := model.progress(); scheduled != 1 || started != 1 || waiting != 0 {
			t.Errorf("got %d scheduled, %d started, %v waiting", scheduled, started, waiting)
		}
	})
	t.Run("closed model: after the end no user starts, and no arrival remains", func(t *testing.T) {
		model, u := newClosedModel(time.Now(), 1, time.Minute, tuples(t, "0,1")[0]), &user{}
		first, _ := model.take(u)
		model.begin(first)
		second, _ := model.take(u)
		model.close()
		if _, ok := model.take(u); ok || model.begin(second) {
			t.Error("a user started after the end")
		}
		if scheduled, started, _ := model.progress(); scheduled != started {
			t.Errorf("%d of %d started", started, scheduled)
		}
	})
}
