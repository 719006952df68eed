package upstream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// Frame types, as in docs/contributing/upstream.md.
const (
	frameHello    = 32
	frameExchange = 33
	frameScripted = 34
	frameBegun    = 35
	frameDropped  = 36
	frameEnd      = 37
	frameKeys     = 160
	frameScript   = 161
	frameStop     = 162
)

const (
	version         = 1
	maxCommandBytes = 32 << 20
	// unread is the operation of a connection that was closed before its request was read.
	unread = "unread"
	// maxRedactors limits the memory for keys of gateways.
	maxRedactors = 16
)

// reports sends what happens to the judging process, and reads what it wants.
type reports struct {
	peer   *framing.Peer
	budget *body.Budget
	queue  *framing.Queue
	// written is closed when all frames are written.
	written   chan struct{}
	exchanges atomic.Int64

	spellings []redact.Spelling
	redactor  redact.Redactor
	mu        sync.Mutex
	// byCredential also removes the key that a gateway sent.
	byCredential map[string]redact.Redactor
}

func connect(s settings) (*reports, error) {
	peer, err := framing.Dial(s.socket, maxCommandBytes)
	if err != nil {
		return nil, fmt.Errorf(
			"the socket of ASSAY_UPSTREAM cannot be opened: %w. It must name a Unix socket that a process listens on", err)
	}
	r := newReports(peer, s.queueBytes)
	r.queue.Every = s.every
	return r, nil
}

// newReports returns reports of which this many bytes may wait.
func newReports(peer *framing.Peer, limit int64) *reports {
	budget := body.NewBudget(limit)
	return &reports{
		peer: peer, budget: budget, queue: framing.NewQueue(budget), written: make(chan struct{}),
		byCredential: map[string]redact.Redactor{},
	}
}

// open sends the first frame and waits for the keys.
func (r *reports) open(s *server) error {
	go r.write()
	hello := map[string]any{
		"version": version, "pid": os.Getpid(), "address": s.mainAddress, "otherAddress": s.other.Addr().String(),
		"originUnixNs": clock.OriginUnixNs(),
	}
	if originNs := clock.OriginMonotonicNs(); originNs != 0 {
		hello["originMonotonicNs"] = originNs
	}
	r.queue.PushAlways(framing.Encode(frameHello, hello))
	var keys struct {
		Secrets []struct{ Name, Value string }
	}
	if err := r.peer.ReadKeys(frameKeys, &keys); err != nil {
		return err
	}
	for _, secret := range keys.Secrets {
		r.spellings = append(r.spellings, redact.Spellings(secret.Name, secret.Value)...)
	}
	r.redactor = redact.New(r.spellings)
	return nil
}

// listen handles frames until the socket ends, or stop arrives.
func (r *reports) listen(s *server) error {
	for {
		kind, header, err := r.peer.Read()
		if err != nil {
			close(r.peer.Closed)
			return err
		}
		switch kind {
		case frameStop:
			go r.awaitClose()
			return nil
		case frameScript:
			r.take(s, header)
		default:
			go r.awaitClose()
			return fmt.Errorf("a frame has an unknown type: %d", kind)
		}
	}
}

// awaitClose ignores what comes after stop.
func (r *reports) awaitClose() {
	_, _ = io.Copy(io.Discard, r.peer.Conn)
	close(r.peer.Closed)
}

// take puts a script in force, and says so.
func (r *reports) take(s *server, header []byte) {
	var taken script.Script
	decoder := json.NewDecoder(bytes.NewReader(header))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&taken)
	if err == nil {
		err = taken.Check()
	}
	if err == nil {
		err = s.follow(&taken)
	}
	scripted := map[string]any{"id": taken.ID}
	if err != nil {
		scripted["problem"] = r.redactor.Text(err.Error())
	}
	r.queue.PushAlways(framing.Encode(frameScripted, scripted))
}

// follow puts a script in force.
func (s *server) follow(taken *script.Script) error {
	if taken.Nonce != "" {
		s.scripts.Set(taken)
		return nil
	}
	switch {
	case len(taken.Steps) == 0:
		s.acceptAgain()
	case len(taken.Steps) == 1 && taken.Steps[0].Fails(script.RefuseConnection):
		s.refuse(taken.Steps[0].Fail.For())
	default:
		return errors.New("a script without a nonce must have no steps, or one that refuses connections")
	}
	return nil
}

func (r *reports) write() {
	defer close(r.written)
	sink := framing.SocketSink{Conn: r.peer.Conn, PeerClosed: r.peer.Closed, Patience: framing.DefaultPatience, OnStall: func() {}}
	var spare [][]byte
	var failure error
	for frames := r.queue.Take(spare); frames != nil; frames = r.queue.Take(spare) {
		if failure == nil {
			failure = sink.Write(frames)
		}
		r.queue.Release(frames)
		spare = frames
		r.reportLosses()
	}
	_ = sink.Close()
}

// reportLosses sends a dropped frame if anything was lost since the last one.
func (r *reports) reportLosses() {
	if since, _ := r.queue.NewLosses(); since.Timings > 0 {
		r.queue.PushAlways(framing.Encode(frameDropped, map[string]any{"exchanges": since.Timings}))
	}
}

// end sends the totals and waits until all frames are written.
func (r *reports) end() {
	r.reportLosses()
	_, lost := r.queue.NewLosses()
	r.queue.PushAlways(framing.Encode(frameEnd, map[string]any{
		"exchanges": r.exchanges.Load(), "dropped": lost.Timings, "endNs": clock.NowNs(),
	}))
	r.queue.Close()
	<-r.written
}

// redactorOf also removes the key that a gateway sent, unless it is one of a caller.
func (r *reports) redactorOf(credential string) redact.Redactor {
	if r.redactor.Text(credential) != credential {
		return r.redactor
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	redactor, found := r.byCredential[credential]
	if !found {
		if len(r.byCredential) >= maxRedactors {
			clear(r.byCredential)
		}
		redactor = redact.New(append(r.spellings[:len(r.spellings):len(r.spellings)], redact.Spellings("upstream key", credential)...))
		r.byCredential[credential] = redactor
	}
	return redactor
}

// reportBegun returns what reports, once, that the exchange has begun.
func (x *exchange) reportBegun(nonces []string) func() {
	if x.server.reports == nil {
		return func() {}
	}
	return func() {
		x.begun.Do(func() {
			x.server.reports.send(framing.Encode(frameBegun, map[string]any{
				"id": x.id, "connection": x.conn.number, "operation": x.operation, "nonces": append([]string{}, nonces...),
				"receivedNs": x.receivedNs,
			}))
		})
	}
}

// send sends a frame if there is room for it.
func (r *reports) send(frame []byte) bool {
	if !r.budget.Take(int64(len(frame))) {
		return false
	}
	r.queue.Push(frame)
	return true
}

// report sends the exchange.
func (x *exchange) report() {
	r := x.server.reports
	if r == nil {
		return
	}
	r.exchanges.Add(1)
	kept := x.received.Kept()
	requestBody, _ := r.redactor.Body(kept, nil)
	answerBody, writes, answers := x.keptBody(), x.writes, redact.New(nil)
	// An answer contains a key only where it repeats the request.
	if x.turn.Step.EchoKey || hasKey(x.received, kept, requestBody, r.redactor) {
		answers = r.redactorOf(credentialOf(x.received.Header))
		answerBody, writes = answers.Body(answerBody, writes)
	}
	is := record{
		ID: x.id, Nonces: append([]string{}, x.received.Nonces...), Attempt: x.turn.Attempt, Connection: x.conn.number,
		NthOnConnection: x.nth, Listener: x.conn.listener, Operation: x.operation, Outcome: x.outcome,
		requestRecord: x.requestRecord(len(requestBody), r.redactor), answerRecord: x.answerRecord(len(answerBody), answers),
		Writes: append([]int64{}, writes...), Tokens: x.tokens, EndNs: x.endNs, DisconnectedNs: x.disconnectedNs,
		Script: x.turn.Step.Name,
	}
	if fail := x.turn.Step.Fail; fail != nil {
		is.Failure = fail.Kind
	}
	r.sendExchange(&is, requestBody, answerBody)
}

// reportUnread reports a connection that ended before its request was read.
func (c *connection) reportUnread() {
	if r := c.server.reports; r != nil {
		r.exchanges.Add(1)
		r.sendExchange(&record{
			ID: c.server.exchanges.Add(1), Nonces: []string{}, Attempt: 1, Connection: c.number, NthOnConnection: c.count + 1,
			Listener: c.listener, Operation: unread, Writes: []int64{}, EndNs: clock.NowNs(), Outcome: failed,
		})
	}
}

// sendExchange sends a record with the bodies, if there is room for them.
func (r *reports) sendExchange(is *record, bodies ...[]byte) {
	if frame := framing.Encode(frameExchange, is, bodies...); len(frame) > framing.MaxBytes || !r.send(frame) {
		r.queue.CountLostTiming()
	}
}

// hasKey returns whether a request contains a key of a caller.
func hasKey(received *request.Received, kept, redacted []byte, redactor redact.Redactor) bool {
	if !bytes.Equal(kept, redacted) || redactor.Text(received.RequestURI) != received.RequestURI {
		return true
	}
	for _, values := range received.Header {
		for _, value := range values {
			if redactor.Text(value) != value {
				return true
			}
		}
	}
	return false
}
