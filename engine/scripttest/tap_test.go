package scripttest

import (
	"bytes"
	"encoding/json"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"assay/engine/framing"
)

const firstKey, secondKey = "ak_live_4f8a1c7e9b2d6035", "ak_live_Zq7WmX3pLt9VbR5n"

// fakeTap is the judging process of the tap protocol in docs/contributing/tap.md.
type fakeTap struct {
	t        *testing.T
	path     string
	listener net.Listener
	conn     chan net.Conn
	ended    chan struct{}
	// first is the frame that it sends immediately: the keys by default.
	first []byte
	// readable is closed when frames may be read.
	readable chan struct{}

	mu  sync.Mutex
	raw []byte
}

type frame struct {
	kind   byte
	header []byte
	body   []byte
}

// exchange is the header of an exchange frame, with the members that tests read.
type exchange struct {
	ID             int64
	Operation      string
	Scenario       string
	Group          *struct{ Kind, ID string }
	Attempt        int
	Method, URL    string
	RequestHeaders [][2]string
	Credential     string
	Request        struct {
		Kind, Text string
		SizeBytes  int64
		Fields     [][2]string
		Files      []struct {
			Field, Filename, Sha256 string
			SizeBytes               int64
		}
	}
	IntendedNs, SendNs, FirstByteNs, EndNs int64
	TokensNs                               []int64
	Coalesced                              int
	Outcome, Failure                       string
	Status                                 int
	Headers                                [][2]string
	SizeBytes                              int64
	Reads                                  []int64
	BodyDropped                            bool

	body []byte
}

type totals struct {
	Exchanges, Groups, Scheduled, Started, NotStarted, Interrupted, DroppedBodies, DroppedTimings, EndNs int64
	CutShort, Unread                                                                                     bool
}

func newFakeTap(t *testing.T) *fakeTap {
	t.Helper()
	return newFakeTapSending(t, framing.New(129, []byte(`{"first":"`+firstKey+`","second":"`+secondKey+`"}`), nil))
}

// newFakeTapSending sends this frame to the engine first.
func newFakeTapSending(t *testing.T, first []byte) *fakeTap {
	t.Helper()
	tap := &fakeTap{
		t: t, path: filepath.Join(t.TempDir(), "tap"), conn: make(chan net.Conn, 1), ended: make(chan struct{}),
		first: first, readable: make(chan struct{}),
	}
	listener, err := net.Listen("unix", tap.path)
	if err != nil {
		t.Fatal(err)
	}
	tap.listener = listener
	t.Cleanup(func() { _ = listener.Close() })
	go tap.accept()
	return tap
}

// open returns a tap whose frames are read from the start.
func open(t *testing.T) *fakeTap {
	tap := newFakeTap(t)
	close(tap.readable)
	return tap
}

func (f *fakeTap) accept() {
	defer close(f.ended)
	conn, err := f.listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = conn.Write(f.first)
	f.conn <- conn
	<-f.readable
	buffer := make([]byte, 64<<10)
	for {
		count, err := conn.Read(buffer)
		f.mu.Lock()
		f.raw = append(f.raw, buffer[:count]...)
		f.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// send gives the engine a frame.
func (f *fakeTap) send(kind byte, header string) {
	conn := <-f.conn
	f.conn <- conn
	_, _ = conn.Write(framing.New(kind, []byte(header), nil))
}

// cut closes the socket, as a process that crashes does.
func (f *fakeTap) cut() {
	_ = (<-f.conn).Close()
}

// all returns the complete frames so far.
func (f *fakeTap) all() []frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	frames, _ := decode(f.raw)
	return frames
}

// decode returns the complete frames, and what follows them.
func decode(raw []byte) (frames []frame, rest []byte) {
	reader := bytes.NewReader(raw)
	for {
		rest := raw[len(raw)-reader.Len():]
		kind, header, body, err := framing.Read(reader, framing.MaxBytes)
		if err != nil {
			return frames, rest
		}
		frames = append(frames, frame{kind, header, body})
	}
}

// finished waits for the end of the socket and returns all frames.
func (f *fakeTap) finished() record {
	f.t.Helper()
	select {
	case <-f.ended:
	case <-time.After(patience):
		f.t.Fatal("the tap did not end")
	}
	_, rest := decode(f.raw)
	if len(rest) > 0 {
		f.t.Fatalf("the tap ended inside a frame: %d bytes", len(rest))
	}
	return readRecord(f.t, f.all())
}

// record holds the frames of a tap, by type.
type record struct {
	exchanges []exchange
	ends      []totals
	kinds     []byte
	health    []map[string]float64
}

func readRecord(t *testing.T, frames []frame) record {
	t.Helper()
	var r record
	read := func(f frame, into any) {
		if err := json.Unmarshal(f.header, into); err != nil {
			t.Fatalf("a header of type %d is not JSON: %v in %s", f.kind, err, f.header)
		}
	}
	for _, f := range frames {
		r.kinds = append(r.kinds, f.kind)
		switch f.kind {
		case 2:
			x := exchange{body: f.body}
			read(f, &x)
			r.exchanges = append(r.exchanges, x)
		case 5:
			r.health = append(r.health, nil)
			read(f, &r.health[len(r.health)-1])
		case 6:
			r.ends = append(r.ends, totals{})
			read(f, &r.ends[len(r.ends)-1])
		default:
			read(f, new(any))
		}
	}
	return r
}

// end returns the totals: exactly one frame, at the end.
func (r record) end(t *testing.T) totals {
	t.Helper()
	if len(r.ends) != 1 || r.kinds[len(r.kinds)-1] != 6 || r.kinds[0] != 1 {
		t.Fatalf("want hello first and one end frame last; the types are %v", compact(r.kinds))
	}
	return r.ends[0]
}

func compact(kinds []byte) []byte {
	return slices.Compact(slices.Clone(kinds))
}
