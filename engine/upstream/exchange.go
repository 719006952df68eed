package upstream

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"net"
	"net/http"
	"sync"
	"time"

	"assay/engine/clock"
	"assay/engine/upstream/answer"
	"assay/engine/upstream/request"
	"assay/engine/upstream/script"
)

// Outcomes of an exchange.
const (
	complete     = "complete"
	disconnected = "disconnected"
	failed       = "failed"
	stopped      = "stopped"
)

const (
	// maxKeptBytes is the size up to which a body is kept whole; prefixBytes of a longer one are kept.
	maxKeptBytes = 1 << 20
	prefixBytes  = 64 << 10
	maxTextBytes = 1 << 20
	// maxPairs limits the times of one exchange.
	maxPairs = 1 << 16
	// begunAfter is when an exchange is reported as begun whose request is still arriving.
	begunAfter = time.Second
)

var (
	errDisconnected = errors.New("the gateway closed the connection")
	// errEnd ends a connection after an answer that was meant to end like this.
	errEnd = errors.New("the connection ends")
)

// exchange is one request with its answer, and what is reported of them. All times are in ns since the
// origin; 0 is a time that never came.
type exchange struct {
	server   *server
	conn     *connection
	writer   http.ResponseWriter
	flusher  *http.ResponseController
	received *request.Received
	begun    sync.Once

	id, nth   int64
	operation string
	// job is the id of a video job in the path.
	job      string
	turn     script.Turn
	question answer.Question
	content  answer.Content

	receivedNs, requestEndNs int64
	// out is the part of the body that is written next.
	out     []byte
	status  int
	headers [][2]string
	headNs  int64
	// writes and tokens hold pairs: an offset and a time.
	writes, tokens []int64
	body           []byte
	size           int64

	text       []byte
	textDigest hash.Hash
	// textLength is in UTF-16 code units.
	textLength int64

	endNs, disconnectedNs int64
	outcome               string
}

func newExchange(s *server, conn *connection, w http.ResponseWriter, r *http.Request) *exchange {
	conn.count++
	x := &exchange{
		server: s, conn: conn, writer: w, flusher: http.NewResponseController(w), received: request.New(r),
		id: s.exchanges.Add(1), nth: conn.count, textDigest: sha256.New(),
		turn: script.Turn{Step: &script.Step{}, Attempt: 1}, // as long as the request could not be read
	}
	// What came with the request before it has the time of the last read.
	if x.receivedNs = conn.firstNs.Load(); x.receivedNs == 0 {
		x.receivedNs = conn.lastNs.Load()
	}
	x.requestEndNs = x.receivedNs
	x.operation, x.job = answer.OperationOf(r.Method, x.received.Path)
	return x
}

// serve reads the request and answers it. An error ends the connection.
func (x *exchange) serve() error {
	err := x.read()
	var malformed *request.Malformed
	if errors.As(err, &malformed) && x.conn.goneNs.Load() == 0 {
		x.reportBegun(x.received.Nonces)()
		x.writer.Header().Set("Connection", "close")
		return x.sendWhole(answer.FromProblem(answer.Refused(malformed.Status, malformed.Problem)))
	}
	if err != nil {
		return err
	}
	return x.answer()
}

// read reads the request.
func (x *exchange) read() error {
	r := x.received
	defer func() {
		x.requestEndNs = x.conn.lastNs.Load()
		if r.IsComplete { // what comes now belongs to the next request
			x.conn.firstNs.Store(0)
		}
	}()
	if err := r.ReadPrefix(); err != nil {
		return err
	}
	late := time.AfterFunc(begunAfter-time.Duration(clock.NowNs()-x.receivedNs), x.reportBegun(r.Nonces))
	defer late.Stop()
	return r.ReadRest()
}

// wait waits for a moment in ns since the origin, or until the gateway closes the connection.
func (x *exchange) wait(dueNs int64) error {
	if dueNs <= clock.NowNs() {
		return nil
	}
	pacer := x.server.pacer
	pacer.Schedule(x.conn.waiter, dueNs)
	select {
	case <-x.conn.waiter.C:
		return nil
	case <-x.received.Context().Done():
		pacer.Cancel(x.conn.waiter)
		return errDisconnected
	}
}

// waitSince waits for a time since the request was received.
func (x *exchange) waitSince(wait time.Duration) error {
	return x.wait(x.receivedNs + int64(wait))
}

func (x *exchange) answer() error {
	r := x.received
	x.reportBegun(r.Nonces)()
	x.turn = x.server.scripts.Next(x.operation, r.Nonces)
	question, problem := answer.Read(x.operation, r)
	x.question = question
	return x.send(x.answerTo(problem))
}

// answerTo returns the answer that the script, or its absence, asks for.
func (x *exchange) answerTo(problem *answer.Problem) *answer.Answer {
	step := x.turn.Step
	settings := &x.server.settings
	r := &answer.Request{
		Question: x.question, Operation: x.operation, Nonce: x.turn.Nonce, Credential: credentialOf(x.received.Header),
		Step: step, TTFT: settings.ttft, ITL: settings.itl, Words: settings.tokens,
		Unix: time.Now().Unix(), Serial: fmt.Sprintf("%s%08x", x.server.serial, x.id),
	}
	switch {
	case step.Body != nil || step.Status >= 400 || step.Fails(script.HTML) || step.Fails(script.Empty) ||
		step.Redirects():
		return r.Scripted(x.otherOrigin())
	case problem != nil:
		return answer.FromProblem(problem)
	}
	switch r.Operation {
	case answer.VideoCreate:
		return x.server.jobs.Create(r)
	case answer.VideoRead, answer.VideoCancel, answer.VideoContent:
		return x.server.jobs.Answer(r, x.job)
	default:
		return answer.New(r)
	}
}

// otherOrigin is where a redirect leads to: the other listener, by the name that the gateway uses for this
// one, or another host where the script says so, and the gateway can reach one.
func (x *exchange) otherOrigin() string {
	host, _, err := net.SplitHostPort(x.received.Host)
	if err != nil {
		host = loopback
	}
	_, port, _ := net.SplitHostPort(x.server.other.Addr().String())
	address := net.JoinHostPort(host, port)
	isOfMachine := host == loopback || host == "localhost"
	if listener := x.server.otherHost; listener != nil && isOfMachine && x.turn.Step.Fails(script.RedirectHost) {
		address = listener.Addr().String()
	}
	return "http://" + address + x.received.RequestURI
}

// conclude reports the exchange that ended with this error.
func (x *exchange) conclude(err error) {
	x.endNs = clock.NowNs()
	switch {
	case x.outcome != "":
	case err == nil:
		x.outcome = complete
	case x.server.stops():
		x.outcome = stopped
	default:
		x.outcome, x.disconnectedNs = disconnected, x.endNs
		if goneNs := x.conn.goneNs.Load(); goneNs != 0 {
			x.endNs, x.disconnectedNs = goneNs, goneNs
		}
	}
	x.report()
}
