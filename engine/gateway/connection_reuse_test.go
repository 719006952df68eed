package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"assay/engine/transport"
)

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
