package arrivals

import (
	"testing"
	"time"
)

func TestBoard(t *testing.T) {
	newTestLine := func(start time.Time, ratePerSecond float64) *line {
		return newLine(start, func() *share {
			return newShare(newConstant(steady(ratePerSecond)), 10*time.Second, tuples(t, "0,1")[0])
		})
	}

	t.Run("board: what is due and taken by nobody is asked for and late", func(t *testing.T) {
		board := NewBoard()
		board.add(newTestLine(time.Now().Add(-time.Second), 100))
		second := board.Second()
		if second.Asked < 100 || second.Asked > 110 || second.Started != 0 {
			t.Errorf("got %+v, want about 101 asked for and none started", second)
		}
		if second.LatenessMax < time.Second {
			t.Errorf("got a lateness of %v, want at least 1 s", second.LatenessMax)
		}
	})
	t.Run("board: the lateness of one second is not told in the next", func(t *testing.T) {
		board := NewBoard()
		for n := range 100 {
			board.late(time.Duration(n+1) * time.Millisecond)
		}
		if second := board.Second(); second.LatenessP99 != 99*time.Millisecond || second.LatenessMax != 100*time.Millisecond {
			t.Errorf("got %+v", second)
		}
		if second := board.Second(); second.LatenessMax != 0 {
			t.Errorf("got %+v", second)
		}
	})
	t.Run("board: what nobody asks for does not grow", func(t *testing.T) {
		board := NewBoard()
		for range 3 * maxLateness {
			board.late(time.Millisecond)
		}
		board.late(time.Second)
		if held := len(board.lateness); held > maxLateness || board.Second().LatenessMax != time.Second {
			t.Errorf("%d are held", held)
		}
	})
	t.Run("board: what is due after the line has closed is neither asked for nor started", func(t *testing.T) {
		board := NewBoard()
		closing := newTestLine(time.Now().Add(-time.Second), 100)
		board.add(closing)
		for range 20 {
			next, _ := closing.take(nil)
			closing.begin(next)
		}
		due, _ := closing.take(nil)
		closing.close()
		before := board.Totals()
		time.Sleep(50 * time.Millisecond)
		if _, ok := closing.take(nil); ok || closing.begin(Arrival{Intended: time.Now()}) {
			t.Error("an arrival was started after the line had closed")
		}
		if totals := board.Totals(); totals != before || totals.Asked < 101 || totals.Started != 20 || totals.NotStarted != totals.Asked-20 {
			t.Errorf("got %+v, before it %+v", totals, before)
		}
		if !closing.begin(due) {
			t.Error("an arrival that was due and taken was not started")
		}
	})
}

func TestTitle(t *testing.T) {
	t.Run("title: it tells how many have started, in the width that k6 shows", func(t *testing.T) {
		config, err := newConfig("mixed", []byte(`{"rate":1,"duration":"30s","vus":1}`))
		if err != nil {
			t.Fatal(err)
		}
		e := &Executor{}
		bar := &title{config, e}
		if got, want := bar.GetName(), "mixed                         "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		var waiting queue = newLine(time.Now(), func() *share {
			return newShare(newConstant(steady(0.001)), 10*time.Second, tuples(t, "0,1")[0])
		})
		next, _ := waiting.take(nil)
		waiting.begin(next)
		e.waiting.Store(&waiting)
		if got, want := bar.GetName(), "mixed: 1 of 1                 "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestWaitUntil(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	never := make(chan struct{})
	t.Run("waiting: it ends at the moment, never before", func(t *testing.T) {
		for range 20 {
			moment := time.Now().Add(5 * time.Millisecond)
			waitUntil(moment, timer, never, never)
			if late := time.Since(moment); late < 0 || late > 50*time.Millisecond {
				t.Fatalf("it ended %v late", late)
			}
		}
	})
	t.Run("waiting: it is given up as soon as starts are over", func(t *testing.T) {
		over := make(chan struct{})
		time.AfterFunc(20*time.Millisecond, func() { close(over) })
		start := time.Now()
		waitUntil(start.Add(time.Hour), timer, over, never)
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("it went on for %v", waited)
		}
	})
}
