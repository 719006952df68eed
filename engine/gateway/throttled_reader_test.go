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

	"assay/engine/tap"
)

func TestThrottled(t *testing.T) {
	t.Run("a slow reader: available data is read no faster than the rate", func(t *testing.T) {
		started := time.Now()
		got, err := io.ReadAll(throttled(context.Background(), strings.NewReader(strings.Repeat("x", 300)), 1000))
		if took := time.Since(started); err != nil || len(got) != 300 || took < 290*time.Millisecond {
			t.Errorf("got %d bytes in %v: %v", len(got), took, err)
		}
	})
	t.Run("a slow reader: time spent waiting for the gateway is not recovered", func(t *testing.T) {
		reader, writer := io.Pipe()
		go func() {
			time.Sleep(150 * time.Millisecond)
			_, _ = writer.Write(make([]byte, 200))
			_ = writer.Close()
		}()
		started := time.Now()
		_, _ = io.ReadAll(throttled(context.Background(), reader, 1000))
		if took := time.Since(started); took < 340*time.Millisecond {
			t.Errorf("200 bytes that arrived after 150 ms were read in %v", took)
		}
	})
	t.Run("a slow reader: a disconnect ends a pause", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(50*time.Millisecond, func() { cancel(errDisconnected) })
		started := time.Now()
		_, err := io.ReadAll(throttled(ctx, strings.NewReader(strings.Repeat("x", 60)), 1))
		if took := time.Since(started); !errors.Is(err, errDisconnected) || took > 30*time.Second {
			t.Errorf("got %v after %v", err, took)
		}
	})
}

// endless writes until the connection accepts no more, and counts.
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
		_ = conn.(*net.TCPConn).SetWriteBuffer(4 << 10) // otherwise its kernel accepts megabytes
		return ctx
	}
	server.Start()
	defer server.Close()
	target, frames := tap.New(), &frameSink{}
	target.Open([]tap.Sink{frames}, func(err error) { t.Error(err) })
	runtime, begin := newTestModule(t, target)
	begin()
	outcome, err := runtime.VU.Runtime().RunString(`gateway.request({operation:'chat', url:'` + server.URL +
		`', body:'{}', credential:'none', readBytesPerSecond: 5000, disconnectAfterMs: 400}).outcome`)
	if err != nil || outcome.String() != aborted {
		t.Fatalf("got %v, %v", outcome, err)
	}
	if err := target.Close(); err != nil {
		t.Fatal(err)
	}
	t.Run("a slow reader: the gateway is slowed down instead of filling the buffers of the reader", func(t *testing.T) {
		if got := written.Load(); got > 100<<10 {
			t.Errorf("the gateway could send %d bytes", got)
		}
	})
}
