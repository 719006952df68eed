package gateway

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"

	"assay/engine/access"
	"assay/engine/clock"
	"assay/engine/tap"
	"assay/engine/transport"
)

// peerServer records on which connections requests arrived.
type peerServer struct {
	*httptest.Server
	mu    sync.Mutex
	peers map[string]bool
}

func newPeerServer(t *testing.T, start func(*httptest.Server)) *peerServer {
	t.Helper()
	h := &peerServer{peers: map[string]bool{}}
	h.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		h.mu.Lock()
		h.peers[r.RemoteAddr] = true
		h.mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n")
	}))
	start(h.Server)
	t.Cleanup(h.Close)
	return h
}

// newUser is a virtual user with a transport and a dialer of its own, as k6 makes them.
func newUser(dialer net.Dialer, skipVerify bool) *lib.State {
	own := &netext.Dialer{Dialer: dialer}
	return &lib.State{Dialer: own, Transport: &http.Transport{
		DialContext: own.DialContext, MaxIdleConnsPerHost: 6, ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: skipVerify},
	}}
}

// sendChat sends a chat as this user, over HTTP/1.1 unless a setting says something else.
func sendChat(t *testing.T, pools *transport.Pools, user *lib.State, address string, settings ...func(*request, *access.Access)) *exchange {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	sent := &request{
		Request: tap.Request{Operation: "chat", Method: "POST", Body: "{}", HasBody: true},
		url:     target, scheduledNs: clock.NowNs(), timeout: 10 * time.Second,
	}
	way := tap.New().Access()
	for _, set := range settings {
		set(sent, way)
	}
	x := newExchange(sent)
	perform(context.Background(), pools.For(user, way), way, x)
	if dialer, ok := user.Dialer.(*netext.Dialer); ok && x.conn != nil {
		x.conn.CountFor(dialer)
	}
	return x
}

func http1(*request, *access.Access) {}

func http2(_ *request, way *access.Access) { way.HTTP2 = true }

func TestConnections(t *testing.T) {
	t.Run("connections: virtual users share them, and each counts its own bytes", func(t *testing.T) {
		h, pools := newPeerServer(t, (*httptest.Server).Start), transport.NewPools()
		for range 5 {
			user := newUser(net.Dialer{}, false)
			x := sendChat(t, pools, user, h.URL)
			dialer := user.Dialer.(*netext.Dialer)
			if x.Outcome != answered || dialer.BytesWritten < 50 || dialer.BytesRead < 100 || dialer.BytesRead > 1000 {
				t.Errorf("got %s, %d bytes sent and %d received", x.Outcome, dialer.BytesWritten, dialer.BytesRead)
			}
		}
		if len(h.peers) != 1 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: users that must not keep them share none", func(t *testing.T) {
		h, pools := newPeerServer(t, (*httptest.Server).Start), transport.NewPools()
		for range 3 {
			user := newUser(net.Dialer{}, false)
			user.Options.NoVUConnectionReuse.Bool = true
			sendChat(t, pools, user, h.URL)
		}
		if len(h.peers) != 3 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: users of several local addresses share none", func(t *testing.T) {
		h, pools := newPeerServer(t, (*httptest.Server).Start), transport.NewPools()
		for _, local := range []byte{1, 2, 1, 2} {
			sendChat(t, pools, newUser(net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, local)}}, false), h.URL)
		}
		if len(h.peers) != 2 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: a slow connect counts from the scheduled start, not from the send time", func(t *testing.T) {
		h, pools := newPeerServer(t, (*httptest.Server).Start), transport.NewPools()
		slow := net.Dialer{Control: func(string, string, syscall.RawConn) error {
			time.Sleep(300 * time.Millisecond)
			return nil
		}}
		x := sendChat(t, pools, newUser(slow, false), h.URL)
		if x.SendNs-x.ScheduledNs < int64(300*time.Millisecond) || x.TokensNs.All()[0] < x.SendNs || x.FirstByteNs < x.SendNs {
			t.Errorf("scheduled at %d, sent at %d, answered at %d and %v", x.ScheduledNs, x.SendNs, x.FirstByteNs, x.TokensNs.All())
		}
	})
	t.Run("connections: a refused one is an outcome, with the time of the attempt as send time", func(t *testing.T) {
		x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), "http://127.0.0.1:1")
		if x.Outcome != refused || x.SendNs < x.ScheduledNs || x.SendNs > x.EndNs {
			t.Errorf("got %s at %d of %d to %d", x.Outcome, x.SendNs, x.ScheduledNs, x.EndNs)
		}
	})
}

func TestSecuredConnections(t *testing.T) {
	secured := func(s *httptest.Server) { s.StartTLS() }
	secured2 := func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() }
	unsecured2 := func(s *httptest.Server) {
		s.Config.Protocols = &http.Protocols{}
		s.Config.Protocols.SetUnencryptedHTTP2(true)
		s.Start()
	}
	for _, test := range []struct {
		name, proto string
		start       func(*httptest.Server)
		by          func(*request, *access.Access)
	}{
		{"TLS", "HTTP/1.1", secured, http1},
		{"HTTP/1.1 where HTTP/2 is offered too", "HTTP/1.1", secured2, http1},
		{"HTTP/2 by ALPN", "HTTP/2.0", secured2, http2},
		{"HTTP/2 by prior knowledge", "HTTP/2.0", unsecured2, http2},
	} {
		t.Run("connections: "+test.name+" works, on one connection, with all times", func(t *testing.T) {
			h, pools := newPeerServer(t, test.start), transport.NewPools()
			for range 3 {
				x := sendChat(t, pools, newUser(net.Dialer{}, true), h.URL, test.by)
				if x.Outcome != answered || x.proto != test.proto || len(x.TokensNs.All()) != 1 {
					t.Fatalf("got %s, %s, %s with the tokens %v", x.Outcome, x.Failure, x.proto, x.TokensNs.All())
				}
				if x.ScheduledNs > x.SendNs || x.SendNs > x.FirstByteNs || x.FirstByteNs > x.TokensNs.All()[0] || x.TokensNs.All()[0] > x.EndNs {
					t.Errorf("got the times %d, %d, %d, %v, %d", x.ScheduledNs, x.SendNs, x.FirstByteNs, x.TokensNs.All(), x.EndNs)
				}
			}
			if len(h.peers) != 1 {
				t.Errorf("%d connections were opened", len(h.peers))
			}
		})
	}
	t.Run("connections: an untrusted certificate is refused, with the reason", func(t *testing.T) {
		h := newPeerServer(t, secured)
		h.Config.ErrorLog = nil
		x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), h.URL)
		if x.Outcome != refused || !strings.Contains(x.Failure, "certificate") {
			t.Errorf("got %s, %s", x.Outcome, x.Failure)
		}
	})
}

// rawServer is a server of connections, not of requests.
type rawServer struct {
	address string
	opened  atomic.Int64
}

// newRawServer hands over each connection, with the number of requests that came on it before, whenever a
// request has come. It closes the connection where answer returns false.
func newRawServer(t *testing.T, answer func(conn net.Conn, request int) bool) *rawServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	s := &rawServer{address: "http://" + listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.opened.Add(1)
			go func() {
				defer func() { _ = conn.Close() }()
				reader := bufio.NewReader(conn)
				for request := 0; ; request++ {
					read, err := http.ReadRequest(reader)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, read.Body)
					if !answer(conn, request) {
						return
					}
				}
			}()
		}
	}()
	return s
}

// answering answers each request with a status and closes the connection some time later, without announcing it;
// it keeps the connection where that time is negative.
func answering(status int, after time.Duration) func(net.Conn, int) bool {
	return func(conn net.Conn, _ int) bool {
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\n{}", status)
		time.Sleep(after)
		return after < 0
	}
}

// outcomes sends requests one after the other and counts how they ended.
func outcomes(t *testing.T, address string, count int, pause time.Duration) map[string]int {
	t.Helper()
	pools, user, counts := transport.NewPools(), newUser(net.Dialer{}, false), map[string]int{}
	for range count {
		x := sendChat(t, pools, user, address)
		name := x.Outcome
		if x.MetClosing {
			name = "met closing"
		}
		counts[name]++
		time.Sleep(pause)
	}
	return counts
}

// maxLateResets is how many breaks a busy machine may report too late to be taken for those of a closing connection.
const maxLateResets = 2

func TestConnectionReuse(t *testing.T) {
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond} {
		t.Run(fmt.Sprintf("connection reuse: with a gateway that closes %s after each error, every request is answered", after), func(t *testing.T) {
			c := newRawServer(t, answering(500, after))
			if counts := outcomes(t, c.address, 50, 0); counts[answered] != 50 {
				t.Errorf("got %v", counts)
			}
		})
	}
	t.Run("connection reuse: a connection is reused after status 200 and after 429", func(t *testing.T) {
		for _, status := range []int{200, 429} {
			c := newRawServer(t, answering(status, -1))
			if counts := outcomes(t, c.address, 20, 0); counts[answered] != 20 || c.opened.Load() != 1 {
				t.Errorf("got %v over %d connections", counts, c.opened.Load())
			}
		}
	})
	t.Run("connection reuse: a gateway that closes after each successful answer breaks few requests, counted separately", func(t *testing.T) {
		c := newRawServer(t, answering(200, 2*time.Millisecond))
		counts := outcomes(t, c.address, 200, 0)
		if counts[reset] > maxLateResets || counts["met closing"] > 5 || counts[answered]+counts["met closing"]+counts[reset] != 200 {
			t.Errorf("got %v", counts)
		}
	})
	t.Run("connection reuse: the idle limit adapts to a gateway with a shorter one", func(t *testing.T) {
		c := newRawServer(t, answering(200, 20*time.Millisecond))
		counts := outcomes(t, c.address, 40, 19500*time.Microsecond)
		if counts[reset] > maxLateResets || counts["met closing"] > 5 {
			t.Errorf("got %v", counts)
		}
	})
	t.Run("connection reuse: a request that breaks long after it was sent had reached the gateway", func(t *testing.T) {
		c := newRawServer(t, func(conn net.Conn, request int) bool {
			if request == 0 {
				return answering(200, -1)(conn, request)
			}
			time.Sleep(300 * time.Millisecond)
			return false
		})
		if counts := outcomes(t, c.address, 2, 0); counts[reset] != 1 {
			t.Errorf("got %v", counts)
		}
	})
}
