package gateway

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	t.Run("queue: bodies fill three quarters of it, timings the rest", func(t *testing.T) {
		q := newQueue(1000)
		bodies, bare := 0, 0
		for q.admitBody(100) {
			bodies++
		}
		for q.admitBare(100) {
			bare++
		}
		if bodies != 7 || bare != 3 {
			t.Errorf("took %d with a body and %d without", bodies, bare)
		}
	})
	t.Run("queue: what is written gives its room back", func(t *testing.T) {
		q := newQueue(100)
		q.admitBare(100)
		q.push(make([]byte, 100))
		if q.admitBare(1) {
			t.Error("it took more than its limit")
		}
		q.release(q.take(nil))
		if q.waitingBytes() != 0 || !q.admitBare(100) {
			t.Errorf("%d bytes are still counted", q.waitingBytes())
		}
	})
	t.Run("queue: a frame that must not be lost is taken over the limit", func(t *testing.T) {
		q := newQueue(10)
		q.pushAlways(make([]byte, 100))
		if frames := q.take(nil); len(frames) != 1 {
			t.Errorf("got %d frames", len(frames))
		}
	})
	t.Run("queue: losses are told once, and in all", func(t *testing.T) {
		q := newQueue(1)
		q.loseBody()
		q.loseTiming()
		q.loseTiming()
		if since, total := q.newLosses(); since != (losses{1, 2}) || total != (losses{1, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
		q.loseBody()
		if since, total := q.newLosses(); since != (losses{bodies: 1}) || total != (losses{2, 2}) {
			t.Errorf("got %+v of %+v", since, total)
		}
	})
	t.Run("queue: many senders and one writer lose nothing that was admitted", func(t *testing.T) {
		q := newQueue(1 << 30)
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for range 1000 {
					q.admitBare(1)
					q.push([]byte{1})
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
			t.Errorf("got %d frames, %d bytes left", count, q.waitingBytes())
		}
	})
}
