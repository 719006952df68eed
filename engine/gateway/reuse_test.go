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
)

// closer answers every request on a connection with the same status, and does not say that it
// closes the connection some time later.
type closer struct {
	address string
	mu      sync.Mutex
	opened  int
	seen    int
}

func newCloser(t *testing.T, status int, after time.Duration) *closer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	c := &closer{address: "http://" + listener.Addr().String()}
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

// serve reads one request and, unless after is negative, closes whether more has come or not.
func (c *closer) serve(conn net.Conn, status int, after time.Duration) {
	reader := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, request.Body)
		c.mu.Lock()
		c.seen++
		c.mu.Unlock()
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d X\r\nContent-Length: 2\r\n\r\n{}", status)
		if after >= 0 {
			time.Sleep(after)
			_ = conn.Close()
			return
		}
	}
}

// outcomes sends requests one after the other.
func outcomes(t *testing.T, address string, count int, pause time.Duration) map[string]int {
	t.Helper()
	pools, user, found := newPools(), newUser(net.Dialer{}, false), map[string]int{}
	for range count {
		x := ask(t, pools, user, address)
		name := x.outcome
		if x.metClosing {
			name = "met closing"
		}
		found[name]++
		time.Sleep(pause)
	}
	return found
}

func TestReuse(t *testing.T) {
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond} {
		t.Run(fmt.Sprintf("reuse: a gateway that closes %s after each error is always answered", after), func(t *testing.T) {
			c := newCloser(t, 500, after)
			if found := outcomes(t, c.address, 50, 0); found[answered] != 50 {
				t.Errorf("got %v", found)
			}
		})
	}
	t.Run("reuse: a connection is used again after a good answer and after 429", func(t *testing.T) {
		for _, status := range []int{200, 429} {
			c := newCloser(t, status, -1)
			if found := outcomes(t, c.address, 20, 0); found[answered] != 20 || c.opened != 1 {
				t.Errorf("got %v over %d connections", found, c.opened)
			}
		}
	})
	t.Run("reuse: a gateway that closes after each good answer costs few requests, told apart", func(t *testing.T) {
		c := newCloser(t, 200, 2*time.Millisecond)
		found := outcomes(t, c.address, 200, 0)
		if found[reset] != 0 || found["met closing"] > 5 || found[answered]+found["met closing"] != 200 {
			t.Errorf("got %v", found)
		}
	})
	t.Run("reuse: an idle time that is shorter than ours is learnt", func(t *testing.T) {
		c := newCloser(t, 200, 20*time.Millisecond)
		found := outcomes(t, c.address, 40, 19500*time.Microsecond)
		if found[reset] != 0 || found["met closing"] > 5 {
			t.Errorf("got %v", found)
		}
	})
	t.Run("reuse: a request that breaks long after it was sent was in the gateway's hands", func(t *testing.T) {
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
		if found := outcomes(t, "http://"+listener.Addr().String(), 2, 0); found[reset] != 1 {
			t.Errorf("got %v", found)
		}
	})
	t.Run("reuse: a time that is below a millisecond is none", func(t *testing.T) {
		learnt := newReuse()
		if !learnt.allows(time.Second) {
			t.Error("a second is too long")
		}
		learnt.lost(time.Second)
		if learnt.allows(500*time.Millisecond) || !learnt.allows(499*time.Millisecond) {
			t.Error("half of it is not the bound")
		}
		learnt.lost(2 * time.Second)
		if !learnt.allows(499 * time.Millisecond) {
			t.Error("the bound grew")
		}
		learnt.lost(time.Millisecond)
		if learnt.allows(0) {
			t.Error("a connection may be used again at once")
		}
	})
}
