package pacer

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"assay/engine/clock"
)

func TestPacer(t *testing.T) {
	pacer, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("pacer: many goroutines that wait at once are each woken at their moment, never much earlier", func(t *testing.T) {
		var waiting sync.WaitGroup
		for range 50 {
			waiting.Go(func() {
				waiter := NewWaiter()
				for range 20 {
					due := clock.NowNs() + rand.Int64N(int64(5*time.Millisecond))
					pacer.Schedule(waiter, due)
					<-waiter.C
					if now := clock.NowNs(); now < due-int64(early) {
						t.Errorf("woken %v before the moment", time.Duration(due-now))
					}
				}
			})
		}
		waiting.Wait()
	})
	t.Run("pacer: a wait that was cancelled leaves nothing behind", func(t *testing.T) {
		waiter := NewWaiter()
		pacer.Schedule(waiter, clock.NowNs()+int64(time.Hour))
		pacer.Cancel(waiter)
		start := time.Now()
		pacer.Schedule(waiter, clock.NowNs()+int64(2*time.Millisecond))
		<-waiter.C
		if took := time.Since(start); took < time.Millisecond || took > time.Minute {
			t.Errorf("the next wait took %v", took)
		}
		if len(pacer.waiting) != 0 {
			t.Errorf("%d waits are left", len(pacer.waiting))
		}
	})
}
