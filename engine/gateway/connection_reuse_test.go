package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"assay/engine/transport"
)

// closingServer answers every request on a connection with the same status, and closes the connection
// some time later without announcing it.
type closingServer struct {
	address string
	mu      sync.Mutex
	opened  int
}

func newClosingServer(t *testing.T, status int, after time.Duration) *closingServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	c := &closingServer{address: "http://" + listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.mu.Lock()
			c.opened++
			c.mu.Unlock()
			go c.serve(conn, status, after)
		}
	}()
	return c
}

// serve answers requests and closes after the first one, unless after is negative.
func (c *closingServer) serve(conn net.Conn, status int, after time.Duration) {
	reader := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, request.Body)
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\n{}", status)
		if after >= 0 {
			time.Sleep(after)
			_ = conn.Close()
			return
		}
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
			c := newClosingServer(t, 500, after)
			if counts := outcomes(t, c.address, 50, 0); counts[answered] != 50 {
				t.Errorf("got %v", counts)
			}
		})
	}
	t.Run("connection reuse: a connection is reused after status 200 and after 429", func(t *testing.T) {
		for _, status := range []int{200, 429} {
			c := newClosingServer(t, status, -1)
			if counts := outcomes(t, c.address, 20, 0); counts[answered] != 20 || c.opened != 1 {
				t.Errorf("got %v over %d connections", counts, c.opened)
			}
		}
	})
	t.Run("connection reuse: a gateway that closes after each successful answer breaks few requests, counted separately", func(t *testing.T) {
		c := newClosingServer(t, 200, 2*time.Millisecond)
		counts := outcomes(t, c.address, 200, 0)
		if counts[reset] > maxLateResets || counts["met closing"] > 5 || counts[answered]+counts["met closing"]+counts[reset] != 200 {
			t.Errorf("got %v", counts)
		}
	})
	t.Run("connection reuse: the idle limit adapts to a gateway with a shorter one", func(t *testing.T) {
		c := newClosingServer(t, 200, 20*time.Millisecond)
		counts := outcomes(t, c.address, 40, 19500*time.Microsecond)
		if counts[reset] > maxLateResets || counts["met closing"] > 5 {
			t.Errorf("got %v", counts)
		}
	})
	t.Run("connection reuse: a request that breaks long after it was sent had reached the gateway", func(t *testing.T) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		go func() {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			reader := bufio.NewReader(conn)
			for request := range 2 {
				if _, err := http.ReadRequest(reader); err != nil {
					return
				}
				if request == 0 {
					_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
					_, _ = io.CopyN(io.Discard, reader, 2)
				}
			}
			time.Sleep(300 * time.Millisecond)
			_ = conn.Close()
		}()
		if counts := outcomes(t, "http://"+listener.Addr().String(), 2, 0); counts[reset] != 1 {
			t.Errorf("got %v", counts)
		}
	})
}
