package framing

import (
	"sync"
	"testing"
	"time"

	"assay/engine/body"
)

func TestQueue(t *testing.T) {
	t.Run("queue: frames that were written free their room", func(t *testing.T) {
		budget := body.NewBudget(100)
		q := NewQueue(budget)
		budget.Take(100)
		q.Push(make([]byte, 100))
		if budget.Take(1) || q.WaitingBytes() != 100 {
			t.Error("a frame that waits takes no room")
		}
		q.Release(q.Take(nil))
		if q.WaitingBytes() != 0 || !budget.Take(100) {
			t.Errorf("%d bytes are still counted", q.WaitingBytes())
		}
	})
	t.Run("queue: a frame that must not be lost is accepted above the limit", func(t *testing.T) {
		q := NewQueue(body.NewBudget(10))
		q.PushAlways(make([]byte, 100))
		if frames := q.Take(nil); len(frames) != 1 {
			t.Errorf("got %d frames", len(frames))
		}
	})
	t.Run("queue: losses are reported once, and as totals", func(t *testing.T) {
		q := NewQueue(body.NewBudget(1))
		q.CountLostBody()
		q.CountLostTiming()
		q.CountLostTiming()
		if since, total := q.NewLosses(); since != (Losses{1, 2}) || total != (Losses{1, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
		q.CountLostBody()
		if since, total := q.NewLosses(); since != (Losses{Bodies: 1}) || total != (Losses{2, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
	})
	t.Run("queue: frames that are gathered come together, and at once with one that cannot wait", func(t *testing.T) {
		q := NewQueue(body.NewBudget(1 << 30))
		q.Every = 50 * time.Millisecond
		start := time.Now()
		q.Push([]byte{1})
		q.Push([]byte{2})
		if frames := q.Take(nil); len(frames) != 2 || time.Since(start) < q.Every {
			t.Errorf("%d frames came after %v", len(frames), time.Since(start))
		}
		q.Every = time.Hour
		q.Push([]byte{3})
		q.PushAlways([]byte{4})
		if frames := q.Take(nil); len(frames) != 2 {
			t.Errorf("%d frames came", len(frames))
		}
		q.Push(make([]byte, gatherBytes+1))
		if frames := q.Take(nil); len(frames) != 1 {
			t.Errorf("%d large frames came", len(frames))
		}
		q.Push([]byte{5})
		q.Close()
		if frames := q.Take(nil); len(frames) != 1 || q.Take(nil) != nil {
			t.Errorf("%d frames came after close", len(frames))
		}
	})
	t.Run("queue: with many senders and one writer no admitted frame is lost", func(t *testing.T) {
		q := NewQueue(body.NewBudget(1 << 30))
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for range 1000 {
					q.PushAlways([]byte{1})
				}
			})
		}
		go func() { senders.Wait(); q.Close() }()
		count := 0
		var spare [][]byte
		for frames := q.Take(nil); frames != nil; frames = q.Take(spare) {
			count += len(frames)
			q.Release(frames)
			spare = frames
		}
		if count != 8000 || q.WaitingBytes() != 0 {
			t.Errorf("got %d frames, %d bytes remain", count, q.WaitingBytes())
		}
	})
}
