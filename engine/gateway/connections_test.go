package gateway

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.k6.io/k6/v2/lib"
	"go.k6.io/k6/v2/lib/netext"
)

// hosts is a server that remembers on which connections requests came.
type hosts struct {
	*httptest.Server
	mu    sync.Mutex
	peers map[string]bool
}

func newHosts(t *testing.T, start func(*httptest.Server)) *hosts {
	t.Helper()
	h := &hosts{peers: map[string]bool{}}
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

func newPools() *connections {
	return &connections{byLocal: map[string]*http.Transport{}}
}

// ask sends a chat as this user.
func ask(t *testing.T, pools *connections, user *lib.State, address string) *exchange {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	x := &exchange{request: &request{
		operation: "chat", method: "POST", url: target, text: "{}", hasText: true, timeout: 10 * time.Second,
	}}
	x.intendedNs = sinceOrigin()
	perform(context.Background(), pools.of(user), newTap(), x)
	if dialer, ok := user.Dialer.(*netext.Dialer); ok && x.conn != nil {
		x.conn.countFor(dialer)
	}
	return x
}

func TestConnections(t *testing.T) {
	t.Run("connections: virtual users share them, each counts what it sent and got", func(t *testing.T) {
		h, pools := newHosts(t, (*httptest.Server).Start), newPools()
		for range 5 {
			user := newUser(net.Dialer{}, false)
			x := ask(t, pools, user, h.URL)
			dialer := user.Dialer.(*netext.Dialer)
			if x.outcome != answered || dialer.BytesWritten < 50 || dialer.BytesRead < 100 || dialer.BytesRead > 1000 {
				t.Errorf("got %s, %d bytes sent and %d received", x.outcome, dialer.BytesWritten, dialer.BytesRead)
			}
		}
		if len(h.peers) != 1 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: users who must not keep them share none", func(t *testing.T) {
		h, pools := newHosts(t, (*httptest.Server).Start), newPools()
		for range 3 {
			user := newUser(net.Dialer{}, false)
			user.Options.NoVUConnectionReuse.Bool = true
			ask(t, pools, user, h.URL)
		}
		if len(h.peers) != 3 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: users of several local addresses share none", func(t *testing.T) {
		h, pools := newHosts(t, (*httptest.Server).Start), newPools()
		for _, local := range []byte{1, 2, 1, 2} {
			ask(t, pools, newUser(net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, local)}}, false), h.URL)
		}
		if len(h.peers) != 2 {
			t.Errorf("%d connections were opened", len(h.peers))
		}
	})
	t.Run("connections: one that is slow to open counts from the intended start, not from send", func(t *testing.T) {
		h, pools := newHosts(t, (*httptest.Server).Start), newPools()
		slow := net.Dialer{Control: func(string, string, syscall.RawConn) error {
			time.Sleep(300 * time.Millisecond)
			return nil
		}}
		x := ask(t, pools, newUser(slow, false), h.URL)
		if x.sendNs-x.intendedNs < int64(300*time.Millisecond) || x.tokensNs[0] < x.sendNs || x.firstByteNs < x.sendNs {
			t.Errorf("meant at %d, sent at %d, answered at %d and %v", x.intendedNs, x.sendNs, x.firstByteNs, x.tokensNs)
		}
	})
	t.Run("connections: one that is refused is an outcome, sent when it was tried", func(t *testing.T) {
		x := ask(t, newPools(), newUser(net.Dialer{}, false), "http://127.0.0.1:1")
		if x.outcome != refused || x.sendNs < x.intendedNs || x.sendNs > x.endNs {
			t.Errorf("got %s at %d of %d to %d", x.outcome, x.sendNs, x.intendedNs, x.endNs)
		}
	})
}

func TestSecuredConnections(t *testing.T) {
	secured := func(s *httptest.Server) { s.StartTLS() }
	secured2 := func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() }
	for _, test := range []struct {
		name, proto string
		start       func(*httptest.Server)
	}{
		{"TLS", "HTTP/1.1", secured},
		{"HTTP/2 where it is offered", "HTTP/2.0", secured2},
	} {
		t.Run("connections: "+test.name+" works, on one connection, with every time", func(t *testing.T) {
			h, pools := newHosts(t, test.start), newPools()
			for range 3 {
				x := ask(t, pools, newUser(net.Dialer{}, true), h.URL)
				if x.outcome != answered || x.proto != test.proto || len(x.tokensNs) != 1 {
					t.Fatalf("got %s, %s, %s with the tokens %v", x.outcome, x.failure, x.proto, x.tokensNs)
				}
				if x.intendedNs > x.sendNs || x.sendNs > x.firstByteNs || x.firstByteNs > x.tokensNs[0] || x.tokensNs[0] > x.endNs {
					t.Errorf("got the times %d, %d, %d, %v, %d", x.intendedNs, x.sendNs, x.firstByteNs, x.tokensNs, x.endNs)
				}
			}
			if len(h.peers) != 1 {
				t.Errorf("%d connections were opened", len(h.peers))
			}
		})
	}
	t.Run("connections: a certificate that nobody vouches for is refused, with the reason", func(t *testing.T) {
		h := newHosts(t, secured)
		h.Config.ErrorLog = nil
		x := ask(t, newPools(), newUser(net.Dialer{}, false), h.URL)
		if x.outcome != refused || !strings.Contains(x.failure, "certificate") {
			t.Errorf("got %s, %s", x.outcome, x.failure)
		}
	})
}
