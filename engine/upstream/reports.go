package upstream

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"assay/engine/body"
	"assay/engine/clock"
	"assay/engine/framing"
	"assay/engine/redact"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// Frame types, as in docs/upstream.md.
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
	keysTimeout     = 30 * time.Second
	// unread is the operation of a connection that was closed before its request was read.
	unread = "unread"
	// maxRedactors limits the memory for keys of gateways.
	maxRedactors = 16
)

// reports sends what happens to the judging process, and reads what it wants.
type reports struct {
	conn   *net.UnixConn
	reader *bufio.Reader
	budget *body.Budget
	queue  *framing.Queue
	// closed is closed when the judging process has closed the socket, written when all frames are
	// written.
	closed, written chan struct{}
	exchanges       atomic.Int64

	spellings []redact.Spelling
	redactor  redact.Redactor
	mu        sync.Mutex
	// byCredential also removes the key that a gateway sent.
	byCredential map[string]redact.Redactor
}

func connect(s settings) (*reports, error) {
	conn, err := net.DialTimeout("unix", s.socket, keysTimeout)
	if err != nil {
		return nil, fmt.Errorf(
			"the socket of ASSAY_UPSTREAM cannot be opened: %w. It must name a Unix socket that a process listens on", err)
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.New("ASSAY_UPSTREAM does not name a Unix socket")
	}
	if err := unix.SetWriteBuffer(framing.SocketBufferBytes); err != nil {
		return nil, err
	}
	r := newReports(unix, s.queueBytes)
	r.queue.Every = s.every
	return r, nil
}

// newReports returns reports of which this many bytes may wait.
func newReports(conn *net.UnixConn, limit int64) *reports {
	budget := body.NewBudget(limit)
	return &reports{
		conn: conn, reader: bufio.NewReader(conn), budget: budget, queue: framing.NewQueue(budget),
		closed: make(chan struct{}), written: make(chan struct{}), byCredential: map[string]redact.Redactor{},
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
	r.queue.PushAlways(frameOf(frameHello, hello, nil))
	return r.readKeys()
}

func (r *reports) readKeys() error {
	if err := r.conn.SetReadDeadline(time.Now().Add(keysTimeout)); err != nil {
		return err
	}
	kind, header, err := framing.Read(r.reader, maxCommandBytes)
	if err != nil {
		return fmt.Errorf("the judging process sent no keys within %s: %w", keysTimeout, err)
	}
	if kind != frameKeys {
		return fmt.Errorf("the first frame must be upstream-keys (type %d); got type %d", frameKeys, kind)
	}
	var keys struct {
		Secrets []struct{ Name, Value string }
	}
	if json.Unmarshal(header, &keys) != nil {
		return errors.New("the upstream-keys frame is not valid JSON") // its text must not be logged
	}
	for _, secret := range keys.Secrets {
		r.spellings = append(r.spellings, redact.Spellings(secret.Name, secret.Value)...)
	}
	r.redactor = redact.New(r.spellings)
	return r.conn.SetReadDeadline(time.Time{})
}

// listen handles frames until the socket ends, or stop arrives.
func (r *reports) listen(s *server) error {
	for {
		kind, header, err := framing.Read(r.reader, maxCommandBytes)
		if err != nil {
			close(r.closed)
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
	_, _ = io.Copy(io.Discard, r.reader)
	close(r.closed)
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
	r.queue.PushAlways(frameOf(frameScripted, scripted, nil))
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
	sink := framing.SocketSink{Conn: r.conn, PeerClosed: r.closed, Patience: framing.DefaultPatience, OnStall: func() {}}
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
		r.queue.PushAlways(frameOf(frameDropped, map[string]any{"exchanges": since.Timings}, nil))
	}
}

// end sends the totals and waits until all frames are written.
func (r *reports) end() {
	r.reportLosses()
	_, lost := r.queue.NewLosses()
	r.queue.PushAlways(frameOf(frameEnd, map[string]any{
		"exchanges": r.exchanges.Load(), "dropped": lost.Timings, "endNs": clock.NowNs(),
	}, nil))
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
			x.server.reports.send(frameOf(frameBegun, map[string]any{
				"id": x.id, "connection": x.conn.number, "operation": x.operation, "nonces": append([]string{}, nonces...),
				"receivedNs": x.receivedNs,
			}, nil))
		})
	}
}

// frameOf returns a frame with this header.
func frameOf(kind byte, header any, body []byte) []byte {
	text, err := json.Marshal(header)
	if err != nil {
		panic(err) // headers have plain values, and what was read from JSON
	}
	return framing.New(kind, text, body)
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
	if x.step().EchoKey || hasKey(x.received, kept, requestBody, r.redactor) {
		answers = r.redactorOf(credentialOf(x.received.Header))
		answerBody, writes = answers.Body(answerBody, writes)
	}
	is := record{
		ID: x.id, Nonces: append([]string{}, x.received.Nonces...), Attempt: max(1, x.turn.Attempt), Connection: x.conn.number,
		NthOnConnection: x.nth, Listener: x.conn.listener, Operation: x.operation, Outcome: x.outcome,
		requestRecord: x.requestRecord(len(requestBody), r.redactor), answerRecord: x.answerRecord(len(answerBody), answers),
		Writes: append([]int64{}, writes...), Tokens: x.tokens, EndNs: x.endNs, DisconnectedNs: x.disconnectedNs,
		Script: x.step().Name,
	}
	if fail := x.step().Fail; fail != nil {
		is.Failure = fail.Kind
	}
	r.sendExchange(&is, append(requestBody[:len(requestBody):len(requestBody)], answerBody...))
}

// reportUnread reports a connection that ended before its request was read.
func (c *connection) reportUnread() {
	if r := c.server.reports; r != nil {
		r.exchanges.Add(1)
		r.sendExchange(&record{
			ID: c.server.exchanges.Add(1), Nonces: []string{}, Attempt: 1, Connection: c.number, NthOnConnection: c.count + 1,
			Listener: c.listener, Operation: unread, Writes: []int64{}, EndNs: clock.NowNs(), Outcome: failed,
		}, nil)
	}
}

// sendExchange sends a record with both bodies, if there is room for them.
func (r *reports) sendExchange(is *record, bodies []byte) {
	if frame := frameOf(frameExchange, is, bodies); len(frame) > framing.MaxBytes || !r.send(frame) {
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
