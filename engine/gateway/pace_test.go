package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	t.Run("a slow reader: what lies ready is read no faster than its pace", func(t *testing.T) {
		begun := time.Now()
		got, err := io.ReadAll(paced(context.Background(), strings.NewReader(strings.Repeat("x", 300)), 1000))
		if took := time.Since(begun); err != nil || len(got) != 300 || took < 290*time.Millisecond {
			t.Errorf("got %d bytes in %v: %v", len(got), took, err)
		}
	})
	t.Run("a slow reader: a wait for the gateway is not made up for", func(t *testing.T) {
		reader, writer := io.Pipe()
		go func() {
			time.Sleep(150 * time.Millisecond)
			_, _ = writer.Write(make([]byte, 200))
			_ = writer.Close()
		}()
		begun := time.Now()
		_, _ = io.ReadAll(paced(context.Background(), reader, 1000))
		if took := time.Since(begun); took < 340*time.Millisecond {
			t.Errorf("200 bytes that came after 150 ms were read in %v", took)
		}
	})
	t.Run("a slow reader: it leaves in the middle of a pause", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(50*time.Millisecond, func() { cancel(errLeft) })
		begun := time.Now()
		_, err := io.ReadAll(paced(ctx, strings.NewReader("xxxx"), 1))
		if took := time.Since(begun); !errors.Is(err, errLeft) || took > 900*time.Millisecond {
			t.Errorf("got %v after %v", err, took)
		}
	})
	t.Run("a slow reader: without a pace nothing stands between", func(t *testing.T) {
		body := strings.NewReader("x")
		if paced(context.Background(), body, 0) != io.Reader(body) {
			t.Error("the body was wrapped")
		}
	})
}

// endless writes until the connection takes no more, and counts.
func endless(written *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		event := []byte("data: " + strings.Repeat("x", 1000) + "\n\n")
		for written.Load() < 256<<20 {
			if _, err := w.Write(event); err != nil {
				return
			}
			written.Add(int64(len(event)))
		}
	}
}

func TestSlowReader(t *testing.T) {
	var written atomic.Int64
	server := httptest.NewUnstartedServer(endless(&written))
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		_ = conn.(*net.TCPConn).SetWriteBuffer(narrowBytes) // else its kernel takes in megabytes
		return ctx
	}
	server.Start()
	defer server.Close()
	tap, frames := newTap(), &caught{}
	tap.start(1<<20, []sink{frames}, func(err error) { t.Error(err) })
	runtime, begin := newTestModule(t, tap)
	begin()
	outcome, err := runtime.VU.Runtime().RunString(`gateway.request({operation:'chat', url:'` + server.URL +
		`', body:'{}', credential:'none', readBytesPerSecond: 5000, leaveAfterMs: 400}).outcome`)
	if err != nil || outcome.String() != aborted {
		t.Fatalf("got %v, %v", outcome, err)
	}
	if err := tap.finish(); err != nil {
		t.Fatal(err)
	}
	t.Run("a slow reader: the gateway is held up instead of filling the buffers of the reader", func(t *testing.T) {
		if got := written.Load(); got > 100<<10 {
			t.Errorf("the gateway could send %d bytes", got)
		}
	})
	t.Run("a slow reader: the frame of its exchange says its pace", func(t *testing.T) {
		if frame := string(frames.frames[0]); !strings.Contains(frame, `"readBytesPerSecond":5000,"endNs"`) {
			t.Errorf("got %q", frame[:min(len(frame), 600)])
		}
	})
}
