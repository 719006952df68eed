package tap

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	t.Run("queue: bodies fill three quarters of it, timings the rest", func(t *testing.T) {
		q := newQueue(1000)
		bodies, headers := 0, 0
		for q.admitBody(100) {
			bodies++
		}
		for q.admitHeader(100) {
			headers++
		}
		if bodies != 7 || headers != 3 {
			t.Errorf("accepted %d with a body and %d without", bodies, headers)
		}
	})
	t.Run("queue: frames that were written free their room", func(t *testing.T) {
		q := newQueue(100)
		q.admitHeader(100)
		q.push(make([]byte, 100))
		if q.admitHeader(1) {
			t.Error("it accepted more than its limit")
		}
		q.release(q.take(nil))
		if q.waitingBytes() != 0 || !q.admitHeader(100) {
			t.Errorf("%d bytes are still counted", q.waitingBytes())
		}
	})
	t.Run("queue: a frame that must not be lost is accepted above the limit", func(t *testing.T) {
		q := newQueue(10)
		q.pushAlways(make([]byte, 100))
		if frames := q.take(nil); len(frames) != 1 {
			t.Errorf("got %d frames", len(frames))
		}
	})
	t.Run("queue: losses are reported once, and as totals", func(t *testing.T) {
		q := newQueue(1)
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
		q := newQueue(1 << 30)
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for range 1000 {
					q.admitHeader(1)
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
			t.Errorf("got %d frames, %d bytes remain", count, q.waitingBytes())
		}
	})
}
