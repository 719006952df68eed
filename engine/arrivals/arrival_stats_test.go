package arrivals

import (
	"slices"
	"testing"
	"time"

	"assay/engine/arrivals/schedule"
)

func TestStats(t *testing.T) {
	newTestModel := func(start time.Time, ratePerSecond float64) *openModel {
		return newOpenModel(start, func() *segment {
			return newSegment(schedule.NewConstant(schedule.ConstantRate(ratePerSecond)), 10*time.Second, tuples(t, "0,1")[0])
		})
	}

	t.Run("arrival stats: an arrival that is due and not started is scheduled and late", func(t *testing.T) {
		stats := NewStats()
		stats.addModel(newTestModel(time.Now().Add(-time.Second), 100))
		second := stats.Second()
		if second.Scheduled < 100 || second.Scheduled > 110 || second.Started != 0 {
			t.Errorf("got %+v, want about 101 scheduled and none started", second)
		}
		if second.LatenessMax < time.Second {
			t.Errorf("got a lateness of %v, want at least 1 s", second.LatenessMax)
		}
	})
	t.Run("arrival stats: the lateness of one second is not reported in the next", func(t *testing.T) {
		stats := NewStats()
		for n := range 100 {
			stats.addLateness(time.Duration(n+1) * time.Millisecond)
		}
		if second := stats.Second(); second.LatenessP99 != 99*time.Millisecond || second.LatenessMax != 100*time.Millisecond {
			t.Errorf("got %+v", second)
		}
		if second := stats.Second(); second.LatenessMax != 0 {
			t.Errorf("got %+v", second)
		}
	})
	t.Run("arrival stats: memory is limited when no second is read", func(t *testing.T) {
		stats := NewStats()
		for range 3 * latenessSamples {
			stats.addLateness(time.Millisecond)
		}
		stats.addLateness(time.Second)
		if count := len(stats.lateness); count > latenessSamples || stats.Second().LatenessMax != time.Second {
			t.Errorf("%d samples are kept", count)
		}
	})
	t.Run("arrival stats: arrivals due after the starts ended are neither scheduled nor started", func(t *testing.T) {
		stats := NewStats()
		model := newTestModel(time.Now().Add(-time.Second), 100)
		stats.addModel(model)
		for range 20 {
			next, _ := model.take(nil)
			model.begin(next)
		}
		due, _ := model.take(nil)
		model.close()
		before := stats.Totals()
		time.Sleep(50 * time.Millisecond)
		if _, ok := model.take(nil); ok || model.begin(Arrival{ScheduledStart: time.Now()}) {
			t.Error("an arrival was started after the starts had ended")
		}
		if totals := stats.Totals(); totals != before || totals.Scheduled < 101 || totals.Started != 20 || totals.NotStarted != totals.Scheduled-20 {
			t.Errorf("got %+v, before it %+v", totals, before)
		}
		if !model.begin(due) {
			t.Error("an arrival that was due and taken was not started")
		}
	})
}

func TestWaitUntil(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	never := make(chan struct{})
	t.Run("waiting: it ends at the given moment, never before", func(t *testing.T) {
		late := make([]time.Duration, 20)
		for i := range late {
			moment := time.Now().Add(5 * time.Millisecond)
			waitUntil(moment, timer, never, never)
			late[i] = time.Since(moment)
		}
		slices.Sort(late)
		// A busy machine may keep a wait from its end, but not half of them.
		if late[0] < 0 || late[len(late)/2] > 50*time.Millisecond {
			t.Fatalf("it ended late by %v", late)
		}
	})
}
