package upstream

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
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

// reopenTimeout is how long a port that was closed on purpose may be in use by another process.
const reopenTimeout = 5 * time.Second

// server is the upstream with its listeners.
type server struct {
	settings settings
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

	mu   sync.Mutex
	open map[*connection]bool
	// refusals counts the scripts that closed the listener, so that an earlier one does not open it.
	refusals int
	// refusing is the number of the one that keeps it closed; 0 while it is open.
	refusing int
	stopping chan struct{}
	stopOnce sync.Once
	served   sync.WaitGroup
	failure  chan error
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
	return &server{
		settings: s, scripts: script.NewStore(), jobs: answer.NewJobs(), pacer: pacer,
		main: main, other: other, otherHost: otherHost, mainAddress: main.Addr().String(), serial: hex.EncodeToString(serial[:]),
		open: map[*connection]bool{}, stopping: make(chan struct{}), failure: make(chan error, 1),
	}, nil
}

// start accepts connections.
func (s *server) start() {
	go s.accept(s.main, "main")
	go s.accept(s.other, "other")
	if s.otherHost != nil {
		go s.accept(s.otherHost, "other")
	}
}

func (s *server) accept(listener net.Listener, name string) {
	for {
		conn, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			time.Sleep(10 * time.Millisecond)
			continue
		}
		c := newConnection(s, conn, name)
		if !s.add(c) {
			_ = conn.Close()
			return
		}
		go func() {
			defer s.remove(c)
			c.serve()
		}()
	}
}

func (s *server) add(c *connection) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.stopping:
		return false
	default:
	}
	s.open[c] = true
	s.served.Add(1)
	return true
}

func (s *server) remove(c *connection) {
	_ = c.conn.Close()
	s.mu.Lock()
	delete(s.open, c)
	s.mu.Unlock()
	s.served.Done()
}

// refuse closes the main listener and its idle connections for a time.
func (s *server) refuse(wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals++
	s.refusing = s.refusals
	_ = s.main.Close()
	for c := range s.open {
		if c.isIdle.Load() && c.listener == "main" {
			_ = c.conn.Close()
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
	select {
	case <-s.stopping:
		_ = s.main.Close()
	default:
		go s.accept(s.main, "main")
	}
}

// stop ends all connections and waits for them.
func (s *server) stop() {
	s.stopOnce.Do(func() {
		s.mu.Lock()
		close(s.stopping)
		_ = s.main.Close()
		_ = s.other.Close()
		if s.otherHost != nil {
			_ = s.otherHost.Close()
		}
		for c := range s.open {
			_ = c.conn.Close()
		}
		s.mu.Unlock()
	})
	s.served.Wait()
}

func (s *server) isStopping() bool {
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}
