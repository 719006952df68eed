package framing

import "time"

const (
	// paceInterval is how often the pace is set again.
	paceInterval = 100 * time.Millisecond
	// leastPace is sent in an interval however busy the cores are, so that the other side sees what happens: some
	// fifty streams of 32 events a second, which hardly any stream in flight meets while they are judged.
	leastPace = 32 << 10
	// mostDebt limits the wait after a large frame to two seconds.
	mostDebt = 20 * leastPace
	// mostPace is more than the other side can read.
	mostPace = 4 << 20
)

// pace limits how much is sent in an interval: half as much as before while the cores are busy, and twice as
// much otherwise.
type pace struct {
	// isBusy returns whether the cores were busy since the last call; nil for no limit.
	isBusy func() bool
	bytes  int64
	// left of this interval; negative when more was sent.
	left  int64
	until time.Time
}

// wait returns when more may be sent, or when the channel is closed.
func (p *pace) wait(closed <-chan struct{}) {
	if p.isBusy == nil {
		return
	}
	for {
		now := time.Now()
		if !now.Before(p.until) {
			p.begin(now)
		}
		if p.left > 0 {
			return
		}
		select {
		case <-closed:
			return
		case <-time.After(p.until.Sub(now)):
		}
	}
}

func (p *pace) begin(now time.Time) {
	if p.isBusy() {
		p.bytes = max(leastPace, p.bytes/2)
	} else {
		p.bytes = min(mostPace, max(leastPace, 2*p.bytes))
	}
	p.left = min(p.left, 0) + p.bytes
	p.until = now.Add(paceInterval)
}

func (p *pace) sent(size int64) {
	p.left = max(-mostDebt, p.left-size)
}
