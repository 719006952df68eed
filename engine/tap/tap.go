// Package tap sends every exchange to the process that judges it, to a recording, or both.
package tap

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"assay/engine/access"
	"assay/engine/arrivals"
	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/transport"
)

// Tap sends frames to its sinks.
type Tap struct {
	access access.Access
	redact redact.Redactor
	budget *body.Budget
	queue  *framing.Queue
	// every is how often exchanges are sent together; 0 for each at once.
	every time.Duration
	sinks []Sink
	// spool is the sink that writes what waits for the judging process to a file; nil without one.
	spool   *framing.SpooledSink
	written chan struct{}

	ids        atomic.Int64
	exchanges  atomic.Int64
	groups     atomic.Int64
	violations violations
	// aborted is set when the run ended early.
	aborted atomic.Bool
	// unread is set when the load ended because the judging process read nothing.
	unread  atomic.Bool
	scratch sync.Pool
	// largeScratch is for one large exchange at a time: what they need besides the budget is needed
	// once.
	large        sync.Mutex
	largeScratch []byte
}

// From these sizes an exchange is large.
const (
	largeBodyBytes = 1 << 20
	largeTimes     = 4096
)

// Process is the tap of this process: k6 creates modules and outputs from registries, and both need
// the same tap.
var Process = New()

// New returns a tap that is not open yet.
func New() *Tap {
	return &Tap{
		access: access.Default(), budget: body.NewBudget(body.DefaultBytes),
		scratch: sync.Pool{New: func() any { return new([]byte) }},
	}
}

// Budget limits the answers that are received and those that wait for the tap.
func (t *Tap) Budget() *body.Budget {
	return t.budget
}

// Access is how requests reach the target; it is set before the first virtual user is created.
func (t *Tap) Access() *access.Access {
	return &t.access
}

func (t *Tap) setAccess(a access.Access) {
	t.access, t.redact = a, a.Redactor()
}

// waitingBytes is how much waits to be written to the sinks, in memory and in the spool.
func (t *Tap) waitingBytes() int64 {
	waiting := t.queue.WaitingBytes()
	if t.spool != nil {
		waiting += t.spool.WaitingBytes()
	}
	return waiting
}

func (t *Tap) isOpen() bool {
	return t.queue != nil
}

// Open starts the writer, which passes frames to the sinks. onFailure is called once for each sink
// that fails.
func (t *Tap) Open(sinks []Sink, onFailure func(error)) {
	t.queue = framing.NewQueue(t.budget)
	t.queue.Every = t.every
	t.sinks = sinks
	t.written = make(chan struct{})
	go t.write(onFailure)
}

func (t *Tap) write(onFailure func(error)) {
	defer close(t.written)
	var spare [][]byte
	failed := make([]bool, len(t.sinks))
	for frames := t.queue.Take(spare); frames != nil; frames = t.queue.Take(spare) {
		for i, sink := range t.sinks {
			if failed[i] {
				continue
			}
			if err := sink.Write(frames); err != nil {
				failed[i] = true
				onFailure(err)
			}
		}
		t.queue.Release(frames)
		spare = frames
	}
}

// Close writes the remaining frames and the totals, and closes the sinks.
func (t *Tap) Close() error {
	t.reportLosses()
	t.queue.PushAlways(framing.Encode(frameEnd, t.end(arrivals.ProcessStats.Totals())))
	t.queue.Close()
	<-t.written
	if t.spool != nil {
		debug.FreeOSMemory() // the load has ended, and to read what is in the file may take long
	}
	var failure error
	for _, sink := range t.sinks {
		if err := sink.Close(); err != nil && failure == nil {
			failure = err
		}
	}
	return failure
}

// end is the header of the last frame.
type end struct {
	Exchanges      int64 `json:"exchanges"`
	Groups         int64 `json:"groups"`
	Scheduled      int64 `json:"scheduled"`
	Started        int64 `json:"started"`
	NotStarted     int64 `json:"notStarted"`
	Interrupted    int64 `json:"interrupted"`
	DroppedBodies  int64 `json:"droppedBodies"`
	DroppedTimings int64 `json:"droppedTimings"`
	EndNs          int64 `json:"endNs"`
	CutShort       bool  `json:"cutShort,omitempty"`
	Unread         bool  `json:"unread,omitempty"`
	// Connections are counted by the address that they went to.
	Connections []transport.Opened `json:"connections"`
}

func (t *Tap) end(totals arrivals.Totals) end {
	_, lost := t.queue.NewLosses()
	return end{
		t.exchanges.Load(), t.groups.Load(), totals.Scheduled, totals.Started, totals.NotStarted, totals.Interrupted,
		lost.Bodies, lost.Timings, clock.NowNs(), t.aborted.Load() || arrivals.ProcessStats.IsStopped(), t.unread.Load(),
		transport.ProcessAddresses.Opened(),
	}
}

// stall ends the load early: nothing receives its results.
func (t *Tap) stall() {
	t.unread.Store(true)
	arrivals.ProcessStats.Stop()
}

// reportLosses sends a dropped frame if anything was lost since the last one.
func (t *Tap) reportLosses() {
	since, _ := t.queue.NewLosses()
	if since == (framing.Losses{}) {
		return
	}
	t.queue.PushAlways(framing.Encode(frameDropped, map[string]int64{"bodies": since.Bodies, "timings": since.Timings}))
}

// Record numbers an exchange and sends its frame. It returns the body as the frame holds it, or nil;
// nothing writes to the frame after that.
func (t *Tap) Record(x *Exchange) []byte {
	t.exchanges.Add(1)
	x.id = t.ids.Add(1)
	if !t.isOpen() {
		return nil
	}
	if x.IsLost {
		t.queue.CountLostTiming()
		return nil
	}
	if isLarge(x) {
		t.large.Lock()
		defer t.large.Unlock()
		return t.encode(x, &t.largeScratch)
	}
	scratch := t.scratch.Get().(*[]byte)
	defer t.scratch.Put(scratch)
	return t.encode(x, scratch)
}

func isLarge(x *Exchange) bool {
	return x.Body.Len() >= largeBodyBytes || len(x.TokensNs.All())+len(x.Reads.All()) >= largeTimes
}

// encode sends the frame of an exchange, and returns the body as it holds it.
func (t *Tap) encode(x *Exchange, scratch *[]byte) []byte {
	*scratch = appendExchange((*scratch)[:0], x, t.redact)
	switch {
	case x.Body.IsDropped():
		t.pushBodyDropped(scratch)
	case x.Body.Len() > 0:
		return t.pushWithBody(scratch, x)
	default:
		t.pushWithoutBody(scratch, "}")
	}
	return nil
}

// pushWithBody sends the frame with its body, or without it if there is no room for the body.
func (t *Tap) pushWithBody(scratch *[]byte, x *Exchange) []byte {
	headerBytes := len(*scratch)
	*scratch = append(framing.AppendInts(*scratch, "reads", x.Reads.All()), '}')
	size := framing.Size(*scratch, x.Body.Held())
	if !t.queue.HasRoomForBody(size) || !x.Body.Settle(size) {
		*scratch = (*scratch)[:headerBytes]
		t.pushBodyDropped(scratch)
		return nil
	}
	frame := x.Body.AppendTo(framing.Begin(frameExchange, *scratch, x.Body.Held()))
	received := frame[framing.PreludeBytes+len(*scratch):]
	body, reads := t.redact.Body(received, x.Reads.All())
	if &body[0] != &received[0] {
		t.budget.Give(int64(len(frame)))
		*scratch = append(framing.AppendInts((*scratch)[:headerBytes], "reads", reads), '}')
		size = framing.Size(*scratch, len(body))
		if size > framing.MaxBytes || !t.budget.TakeForBody(size) { // markers are longer than short secrets
			*scratch = (*scratch)[:headerBytes]
			t.pushBodyDropped(scratch)
			return nil
		}
		frame = framing.New(frameExchange, *scratch, body)
		body = frame[len(frame)-len(body):]
	}
	t.queue.Push(frame)
	return body
}

func (t *Tap) pushBodyDropped(scratch *[]byte) {
	if t.pushWithoutBody(scratch, `,"bodyDropped":true}`) {
		t.queue.CountLostBody()
	}
}

func (t *Tap) pushWithoutBody(scratch *[]byte, ending string) bool {
	*scratch = append(*scratch, ending...)
	if !t.budget.Take(framing.Size(*scratch, 0)) {
		t.queue.CountLostTiming()
		return false
	}
	t.queue.Push(framing.New(frameExchange, *scratch, nil))
	return true
}

// EndGroup reports that a group is complete, and how many members it has.
func (t *Tap) EndGroup(g Group, members int64) {
	t.groups.Add(1)
	if !t.isOpen() {
		return
	}
	frame := framing.Encode(frameGroupEnd, map[string]any{"kind": g.Kind, "id": t.redact.Text(g.ID), "members": members})
	if t.budget.Take(int64(len(frame))) {
		t.queue.Push(frame)
	}
}

// TakeViolations returns the violations that the judging process reported since the last call; nil
// when there are none.
func (t *Tap) TakeViolations() map[Violation]int64 {
	return t.violations.take()
}
