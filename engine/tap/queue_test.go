package tap

import (
	"sync"
	"testing"

	"assay/engine/body"
)

func TestQueue(t *testing.T) {
	t.Run("queue: frames that were written free their room", func(t *testing.T) {
		budget := body.NewBudget(100)
		q := newQueue(budget)
		budget.Take(100)
		q.push(make([]byte, 100))
		if budget.Take(1) || q.waitingBytes() != 100 {
			t.Error("a frame that waits takes no room")
		}
		q.release(q.take(nil))
		if q.waitingBytes() != 0 || !budget.Take(100) {
			t.Errorf("%d bytes are still counted", q.waitingBytes())
		}
	})
	t.Run("queue: a frame that must not be lost is accepted above the limit", func(t *testing.T) {
		q := newQueue(body.NewBudget(10))
		q.pushAlways(make([]byte, 100))
		if frames := q.take(nil); len(frames) != 1 {
			t.Errorf("got %d frames", len(frames))
		}
	})
	t.Run("queue: losses are reported once, and as totals", func(t *testing.T) {
		q := newQueue(body.NewBudget(1))
		q.countLostBody()
		q.countLostTiming()
		q.countLostTiming()
		if since, total := q.newLosses(); since != (losses{1, 2}) || total != (losses{1, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
		q.countLostBody()
		if since, total := q.newLosses(); since != (losses{bodies: 1}) || total != (losses{2, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
	})
	t.Run("queue: with many senders and one writer no admitted frame is lost", func(t *testing.T) {
		q := newQueue(body.NewBudget(1 << 30))
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for range 1000 {
					q.pushAlways([]byte{1})
				}
			})
		}
		go func() { senders.Wait(); q.close() }()
		count := 0
		var spare [][]byte
		for frames := q.take(nil); frames != nil; frames = q.take(spare) {
			count += len(frames)
			q.release(frames)
			spare = frames
		}
		if count != 8000 || q.waitingBytes() != 0 {
			t.Errorf("got %d frames, %d bytes remain", count, q.waitingBytes())
		}
	})
}
