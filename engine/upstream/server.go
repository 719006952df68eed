package upstream

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"assay/engine/upstream/answer"
	"assay/engine/upstream/pacer"
	"assay/engine/upstream/script"
)

// loopback is the address that others of this machine use, and otherLoopback one more that Linux has.
const (
	loopback      = "127.0.0.1"
	otherLoopback = "127.0.0.2"
)

// maxHeadBytes limits the request line with all headers.
const maxHeadBytes = 64 << 10

// maxStreams limits the concurrent requests on a connection of HTTP/2.
const maxStreams = 100

// reopenTimeout is how long a port that was closed on purpose may be in use by another process.
const reopenTimeout = 5 * time.Second

// server is the upstream with its listeners.
type server struct {
	settings settings
	http     *http.Server
	scripts  *script.Store
	jobs     *answer.Jobs
	pacer    *pacer.Pacer
	// reports is nil without a judging process.
	reports *reports

	main, other net.Listener
	// otherHost is a listener at another address of the loopback; nil where there is none, as on macOS.
	otherHost   net.Listener
	mainAddress string
	// serial precedes the ids of answers.
	serial      string
	exchanges   atomic.Int64
	connections atomic.Int64

	mu sync.Mutex
	// states are those of the open connections.
	states map[net.Conn]http.ConnState
	// refusals counts the scripts that closed the listener, so that an earlier one does not open it.
	refusals int
	// refusing is the number of the one that keeps it closed; 0 while it is open.
	refusing   int
	isStopping bool
	served     sync.WaitGroup
	failure    chan error
}

func newServer(s settings) (*server, error) {
	pacer, err := pacer.New()
	if err != nil {
		return nil, err
	}
	main, err := net.Listen("tcp", s.listen)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(main.Addr().String())
	if err != nil {
		return nil, err
	}
	other, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	var otherHost net.Listener
	if host == loopback {
		if listener, err := net.Listen("tcp", net.JoinHostPort(otherLoopback, "0")); err == nil {
			otherHost = listener
		}
	}
	var serial [8]byte
	_, _ = rand.Read(serial[:])
	created := &server{
		settings: s, scripts: script.NewStore(), jobs: answer.NewJobs(), pacer: pacer,
		main: main, other: other, otherHost: otherHost, mainAddress: main.Addr().String(), serial: hex.EncodeToString(serial[:]),
		states: map[net.Conn]http.ConnState{}, failure: make(chan error, 1),
	}
	created.http = &http.Server{
		Handler: created, MaxHeaderBytes: maxHeadBytes, DisableGeneralOptionsHandler: true, ConnState: created.noteState,
		ErrorLog: log.New(io.Discard, "", 0),
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, ofConnection{}, conn)
		},
	}
	if s.http2 {
		created.http.Protocols = &http.Protocols{}
		created.http.Protocols.SetHTTP1(true)
		created.http.Protocols.SetUnencryptedHTTP2(true)
		created.http.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: maxStreams}
	}
	return created, nil
}

// start accepts connections.
func (s *server) start() {
	s.accept(s.main, "main")
	s.accept(s.other, "other")
	if s.otherHost != nil {
		s.accept(s.otherHost, "other")
	}
}

// accept serves the connections of a listener until it is closed.
func (s *server) accept(l net.Listener, name string) {
	go func() { _ = s.http.Serve(listener{l, s, name}) }()
}

// ofConnection is the key of the connection in the context of its requests.
type ofConnection struct{}

// ServeHTTP serves one exchange.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.isStopping {
		s.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	s.served.Add(1)
	s.mu.Unlock()
	defer s.served.Done()
	conn, _ := r.Context().Value(ofConnection{}).(*connection)
	if r.ProtoMajor == 2 {
		conn = conn.ofStream()
	}
	x := newExchange(s, conn, w, r)
	err := x.serve()
	x.conclude(err)
	if err != nil {
		panic(http.ErrAbortHandler) // which closes the connection, whatever was written
	}
}

func (s *server) noteState(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateClosed {
		delete(s.states, conn)
	} else {
		s.states[conn] = state
	}
}

// refuse closes the main listener for a time, and all idle connections.
func (s *server) refuse(wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals++
	s.refusing = s.refusals
	_ = s.main.Close()
	for conn, state := range s.states {
		if state != http.StateActive {
			_ = conn.Close()
		}
	}
	number := s.refusing
	time.AfterFunc(wait, func() { s.accepting(number) })
}

// acceptAgain opens the listener that a script closed.
func (s *server) acceptAgain() {
	s.mu.Lock()
	number := s.refusing
	s.mu.Unlock()
	s.accepting(number)
}

// accepting opens the listener again, unless a later script closed it.
func (s *server) accepting(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number != s.refusing || number == 0 {
		return
	}
	s.refusing = 0
	start := time.Now()
	for {
		main, err := net.Listen("tcp", s.mainAddress)
		if err == nil {
			s.main = main
			break
		}
		if time.Since(start) > reopenTimeout {
			s.failure <- fmt.Errorf("the port %s cannot be opened again: %w", s.mainAddress, err)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.accept(s.main, "main")
}

// stop ends all connections and waits for their exchanges.
func (s *server) stop() {
	s.mu.Lock()
	s.isStopping = true
	s.mu.Unlock()
	_ = s.http.Close()
	s.served.Wait()
}

func (s *server) stops() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isStopping
}
