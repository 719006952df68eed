package scripttest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// target is a server whose behaviour depends on the path.
type target struct {
	*httptest.Server
	requests    atomic.Int64
	disconnects atomic.Int64

	mu      sync.Mutex
	written [][]time.Time
	// requestsOn counts the requests by connection.
	requestsOn map[string]int
}

func newTarget(t *testing.T) *target {
	t.Helper()
	g := &target{requestsOn: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/json", g.json)
	mux.HandleFunc("/stream", g.stream)
	mux.HandleFunc("/pairs", g.pairs)
	mux.HandleFunc("/slow", g.slow)
	mux.HandleFunc("/upload", g.upload)
	mux.HandleFunc("/refuse-early", g.refuseEarly)
	mux.HandleFunc("/hang-up", func(w http.ResponseWriter, _ *http.Request) { hijack(w, "") })
	mux.HandleFunc("/cut-body", func(w http.ResponseWriter, _ *http.Request) {
		hijack(w, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\":")
	})
	mux.HandleFunc("/cut-stream", func(w http.ResponseWriter, _ *http.Request) {
		hijack(w, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"+
			"f\r\ndata: {\"a\":1}\n\n\r\n")
	})
	mux.HandleFunc("/endless", g.endless)
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/json", http.StatusFound) })
	mux.HandleFunc("/throttle", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("/close-on-reuse", g.closeOnReuse)
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.requests.Add(1)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { g.CloseClientConnections(); g.Close() })
	return g
}

func hijack(w http.ResponseWriter, answer string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(conn, answer)
	_ = conn.Close()
}

func number(r *http.Request, name string, fallback int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
		return n
	}
	return fallback
}

func (g *target) json(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	time.Sleep(time.Duration(number(r, "ms", 0)) * time.Millisecond)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"id": "x1", "nested": map[string]any{"n": 5}, "got": string(body), "headers": r.Header, "host": r.Host,
	})
}

func chunk(n int) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"t%d\"}}]}\n\n", n)
}

// stream sends n tokens, one every gap ms, and records when.
func (g *target) stream(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n")
	var times []time.Time
	for n := range number(r, "n", 5) {
		w.(http.Flusher).Flush()
		time.Sleep(time.Duration(number(r, "gap", 10)) * time.Millisecond)
		if r.Context().Err() != nil {
			g.disconnects.Add(1)
			return
		}
		times = append(times, time.Now())
		_, _ = io.WriteString(w, chunk(n))
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
	g.mu.Lock()
	defer g.mu.Unlock()
	g.written = append(g.written, times)
}

// pairs sends two tokens in each write.
func (g *target) pairs(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for n := range 3 {
		_, _ = io.WriteString(w, chunk(2*n)+chunk(2*n+1))
		w.(http.Flusher).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

func (g *target) slow(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	select {
	case <-time.After(30 * time.Second):
	case <-r.Context().Done():
		g.disconnects.Add(1)
	}
}

func (g *target) upload(w http.ResponseWriter, r *http.Request) {
	file, head, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	hash := sha256.New()
	size, _ := io.Copy(hash, file)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"size": size, "sha256": hex.EncodeToString(hash.Sum(nil)), "name": head.Filename,
		"model": r.FormValue("model"), "length": r.ContentLength,
	})
}

// refuseEarly answers before it has read the body, and closes immediately: the hardest case.
func (g *target) refuseEarly(w http.ResponseWriter, _ *http.Request) {
	hijack(w, "HTTP/1.1 413 Payload Too Large\r\nContent-Type: application/json\r\n"+
		"Content-Length: 17\r\nConnection: close\r\n\r\n{\"id\":\"too-big\"}\n")
}

func (g *target) endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", r.URL.Query().Get("type"))
	block := make([]byte, 64<<10)
	for i := range block {
		block[i] = 'x'
	}
	for {
		if _, err := w.Write(block); err != nil {
			g.disconnects.Add(1)
			return
		}
	}
}

// closeOnReuse answers the first request of a connection and closes it on the second.
func (g *target) closeOnReuse(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	g.mu.Lock()
	g.requestsOn[r.RemoteAddr]++
	second := g.requestsOn[r.RemoteAddr] > 1
	g.mu.Unlock()
	if second {
		hijack(w, "")
		return
	}
	_, _ = io.WriteString(w, "{}")
}

// closedPort is an address where no server listens.
func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return "http://" + listener.Addr().String()
}
