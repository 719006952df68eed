package gateway

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	h2 "golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"assay/engine/access"
	"assay/engine/transport"
)

// framed is the side of a server on a connection of HTTP/2.
type framed struct {
	*h2.Framer
	conn net.Conn
}

func (f framed) respond(id uint32) {
	var block strings.Builder
	encoder := hpack.NewEncoder(&block)
	for _, field := range [][2]string{{":status", "200"}, {"content-type", "text/event-stream"}} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	_ = f.WriteHeaders(h2.HeadersFrameParam{StreamID: id, BlockFragment: []byte(block.String()), EndHeaders: true})
}

// newFramedServer is a server of HTTP/2 frames: answer gets each request, with its number on the connection from 0.
func newFramedServer(t *testing.T, settings []h2.Setting, answer func(f framed, id uint32, request int)) *rawServer {
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
				_, _ = io.CopyN(io.Discard, conn, int64(len(h2.ClientPreface)))
				f := framed{h2.NewFramer(conn, conn), conn}
				_ = f.WriteSettings(settings...)
				for request := 0; ; {
					frame, err := f.ReadFrame()
					if err != nil {
						return
					}
					switch read := frame.(type) {
					case *h2.PingFrame:
						_ = f.WritePing(!read.IsAck(), read.Data)
					case *h2.DataFrame:
						if read.StreamEnded() {
							answer(f, read.StreamID, request)
							request++
						}
					}
				}
			}()
		}
	}()
	return s
}

const firstToken = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"

func TestHTTP2Failures(t *testing.T) {
	for _, test := range []struct {
		name, outcome, failure string
		answer                 func(f framed, id uint32, request int)
	}{
		{"a stream that is reset before its answer", reset, "the stream was reset: ENHANCE_YOUR_CALM", func(f framed, id uint32, _ int) {
			_ = f.WriteRSTStream(id, h2.ErrCodeEnhanceYourCalm)
		}},
		{"a stream that is reset in its answer", truncated, "the stream was reset: INTERNAL_ERROR", func(f framed, id uint32, _ int) {
			f.respond(id)
			_ = f.WriteData(id, false, []byte(firstToken))
			_ = f.WriteRSTStream(id, h2.ErrCodeInternal)
		}},
		{"GOAWAY in the answer", truncated, "the target sent GOAWAY: INTERNAL_ERROR", func(f framed, id uint32, _ int) {
			f.respond(id)
			_ = f.WriteData(id, false, []byte(firstToken))
			_ = f.WriteGoAway(id, h2.ErrCodeInternal, nil)
			_ = f.conn.Close()
		}},
		{"a connection that is lost", truncated, "the connection closed before the end of the body", func(f framed, id uint32, _ int) {
			f.respond(id)
			_ = f.WriteData(id, false, []byte(firstToken))
			_ = f.conn.Close()
		}},
		{"frames that are not HTTP/2", reset, "not HTTP/2: connection error: PROTOCOL_ERROR", func(f framed, id uint32, _ int) {
			_ = f.WriteRawFrame(h2.FrameData, 0, 0, []byte("x"))
		}},
	} {
		t.Run("HTTP/2: "+test.name+" is a failure in words", func(t *testing.T) {
			c := newFramedServer(t, nil, test.answer)
			x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), c.address, http2)
			if x.Outcome != test.outcome || x.Failure != test.failure {
				t.Errorf("got %s, %s", x.Outcome, x.Failure)
			}
			if tokens := len(x.TokensNs.All()); test.outcome == truncated && tokens != 1 {
				t.Errorf("got %d tokens", tokens)
			}
		})
	}
	t.Run("HTTP/2: a request that the target has not seen before GOAWAY is sent again", func(t *testing.T) {
		c := newFramedServer(t, nil, func(f framed, id uint32, request int) {
			if request == 1 {
				_ = f.WriteGoAway(id-2, h2.ErrCodeNo, nil)
				return
			}
			f.respond(id)
			_ = f.WriteData(id, true, []byte(firstToken))
		})
		pools, user := transport.NewPools(), newUser(net.Dialer{}, false)
		for range 2 {
			if x := sendChat(t, pools, user, c.address, http2); x.Outcome != answered {
				t.Errorf("got %s, %s", x.Outcome, x.Failure)
			}
		}
		if c.opened.Load() != 2 {
			t.Errorf("%d connections were opened", c.opened.Load())
		}
	})
	t.Run("HTTP/2: a target that speaks HTTP/1.1 only is refused", func(t *testing.T) {
		h := newPeerServer(t, (*httptest.Server).Start)
		x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), h.URL, http2)
		if x.Outcome != refused || !strings.Contains(x.Failure, "not HTTP/2") {
			t.Errorf("got %s, %s", x.Outcome, x.Failure)
		}
	})
}

func TestHTTP2Disconnects(t *testing.T) {
	codes := make(chan error, 1)
	started := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, firstToken)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		codes <- context.Cause(r.Context())
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(started))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, true), s.URL, http2, func(r *request, _ *access.Access) {
		r.disconnectAfterEvents = 1
	})
	if x.Outcome != aborted || len(x.TokensNs.All()) != 1 {
		t.Errorf("got %s, %s", x.Outcome, x.Failure)
	}
	<-codes // the stream ended at the server, and the server runs on
}

// The client of net/http2 hands bytes over when a goroutine has time; their times are those of the reads.
func TestHTTP2TimesAreThoseOfTheReads(t *testing.T) {
	const gap = 40 * time.Millisecond
	c := newFramedServer(t, nil, func(f framed, id uint32, _ int) {
		f.respond(id)
		for range 4 {
			_ = f.WriteData(id, false, []byte(firstToken))
			time.Sleep(gap)
		}
		_ = f.WriteData(id, true, nil)
	})
	x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), c.address, http2)
	tokens := x.TokensNs.All()
	if len(tokens) != 4 || x.FirstByteNs > tokens[0] || x.SendNs > x.FirstByteNs {
		t.Fatalf("got %s, %s, sent at %d, first byte at %d, tokens at %v", x.Outcome, x.Failure, x.SendNs, x.FirstByteNs, tokens)
	}
	for n := 1; n < len(tokens); n++ {
		if between := time.Duration(tokens[n] - tokens[n-1]); between < gap-5*time.Millisecond {
			t.Errorf("%v between tokens %d and %d", between, n-1, n)
		}
	}
	if x.Coalesced != 0 {
		t.Errorf("%d tokens came together", x.Coalesced)
	}
}

func TestHTTP2Connections(t *testing.T) {
	const requests = 12
	limit := []h2.Setting{{ID: h2.SettingMaxConcurrentStreams, Val: 4}}
	for _, test := range []struct {
		name                 string
		connections, streams int
		opened               int64
	}{
		{"as many as the target permits on each", 0, 0, 3},
		{"as many as are set on each", 0, 2, 6},
		{"spread over the connections that are set", 2, 0, 2},
		{"waiting where both are set", 1, 3, 1},
	} {
		t.Run("HTTP/2: concurrent requests are "+test.name, func(t *testing.T) {
			var inFlight, most atomic.Int64
			var writing sync.Mutex
			c := newFramedServer(t, limit, func(f framed, id uint32, _ int) {
				most.Store(max(most.Load(), inFlight.Add(1)))
				time.AfterFunc(50*time.Millisecond, func() {
					writing.Lock()
					defer writing.Unlock()
					inFlight.Add(-1)
					f.respond(id)
					_ = f.WriteData(id, true, []byte(firstToken))
				})
			})
			pools, outcomes := transport.NewPools(), make([]string, requests)
			var group sync.WaitGroup
			for n := range requests {
				group.Go(func() {
					x := sendChat(t, pools, newUser(net.Dialer{}, false), c.address, http2, func(_ *request, way *access.Access) {
						way.Connections, way.Streams = test.connections, test.streams
					})
					outcomes[n] = x.Outcome
				})
			}
			group.Wait()
			if slices.ContainsFunc(outcomes, func(o string) bool { return o != answered }) || c.opened.Load() != test.opened {
				t.Errorf("got %v on %d connections", outcomes, c.opened.Load())
			}
			if test.connections == 1 && most.Load() > int64(test.streams) {
				t.Errorf("%d at once", most.Load())
			}
		})
	}
}
