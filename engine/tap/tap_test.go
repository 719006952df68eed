package tap

import (
	"strings"
	"testing"

	"assay/engine/access"
	"assay/engine/body"
	"assay/engine/framing"
)

// heldSink keeps what it gets.
type heldSink struct {
	frames [][]byte
}

func (s *heldSink) Write(frames [][]byte) error {
	for _, frame := range frames {
		s.frames = append(s.frames, frame)
	}
	return nil
}

func (s *heldSink) Close() error { return nil }

// exchange returns the first frame of an exchange; "" when there is none.
func (s *heldSink) exchange() string {
	for _, frame := range s.frames {
		if framing.Kind(frame) == frameExchange {
			return string(frame)
		}
	}
	return ""
}

const longKey = "ak_live_0a1b2c3d4e5f6g7h8i9j"

func withKey() access.Access {
	target := access.Default()
	target.Keys.First = longKey
	return target
}

// recorded returns the frame of an answer that consists of this text, or "" when none was sent, and
// the tap.
func recorded(t *testing.T, target access.Access, text string, budget int64) (string, *Tap) {
	t.Helper()
	tap, sink := New(), &heldSink{}
	tap.setAccess(target)
	tap.budget.SetLimit(budget)
	tap.Open([]Sink{sink}, func(err error) { t.Error(err) })
	x := streamedExchange(tap.Budget())
	x.Body.Free()
	x.Body.Use(tap.Budget())
	for len(text) > 0 {
		count := copy(x.Body.Room(0), text)
		x.Body.Extend(count)
		text = text[count:]
	}
	tap.Record(x)
	x.Body.Free()
	if err := tap.Close(); err != nil {
		t.Fatal(err)
	}
	if used := tap.Budget().Used(); used != 0 {
		t.Errorf("%d bytes are still taken", used)
	}
	return sink.exchange(), tap
}

func TestRecord(t *testing.T) {
	t.Run("record: a body in several chunks is in its frame as received", func(t *testing.T) {
		text := strings.Repeat("0123456789abcdef", 30_000)
		if frame, _ := recorded(t, withKey(), text, body.DefaultBytes); !strings.HasSuffix(frame, "}"+text) {
			t.Errorf("got a frame of %d bytes", len(frame))
		}
	})
	t.Run("record: a body for whose markers there is no memory is omitted and counted", func(t *testing.T) {
		text := strings.Repeat(longKey[16:], 16_000)
		frame, tap := recorded(t, withKey(), text, 380<<10)
		if !strings.HasSuffix(frame, `"bodyDropped":true}`) {
			t.Errorf("got a frame of %d bytes", len(frame))
		}
		if _, lost := tap.queue.NewLosses(); lost != (framing.Losses{Bodies: 1}) {
			t.Errorf("got %+v", lost)
		}
	})
	t.Run("record: a body whose markers exceed the largest frame is omitted and counted", func(t *testing.T) {
		const secret = "a1b2c3d4"
		target := access.Default()
		target.Secrets = map[string]string{strings.Repeat("LONG_NAME_", 1000): secret}
		text := strings.Repeat(secret+" ", 3000)
		frame, tap := recorded(t, target, text, 1<<30)
		if len(frame) > framing.MaxBytes || !strings.HasSuffix(frame, `"bodyDropped":true}`) {
			t.Errorf("got a frame of %d bytes", len(frame))
		}
		if _, lost := tap.queue.NewLosses(); lost != (framing.Losses{Bodies: 1}) {
			t.Errorf("got %+v", lost)
		}
	})
	t.Run("record: an exchange whose times did not fit sends no frame and is counted", func(t *testing.T) {
		tap, sink := New(), &heldSink{}
		tap.Open([]Sink{sink}, func(err error) { t.Error(err) })
		x := streamedExchange(tap.Budget())
		x.IsLost = true
		tap.Record(x)
		x.Body.Free()
		_ = tap.Close()
		if _, lost := tap.queue.NewLosses(); sink.exchange() != "" || lost != (framing.Losses{Timings: 1}) {
			t.Errorf("got %q and %+v", sink.exchange(), lost)
		}
	})
}

// blockedSink takes its first frames only once it is released, as a judging process that is busy.
type blockedSink struct {
	heldSink
	released chan struct{}
}

func (s *blockedSink) Write(frames [][]byte) error {
	<-s.released
	return s.heldSink.Write(frames)
}

func TestBusyReader(t *testing.T) {
	t.Run("record: bodies of small answers wait up to the limit, further ones are omitted and counted", func(t *testing.T) {
		const budget = 1 << 20
		tap, sink := New(), &blockedSink{released: make(chan struct{})}
		tap.budget.SetLimit(budget)
		tap.Open([]Sink{sink}, func(err error) { t.Error(err) })
		for range 300 {
			x := streamedExchange(tap.Budget()) // less than the room that each answer takes
			tap.Record(x)
			x.Body.Free()
		}
		waiting := tap.queue.WaitingBytes()
		close(sink.released)
		if err := tap.Close(); err != nil {
			t.Fatal(err)
		}
		if _, lost := tap.queue.NewLosses(); waiting > budget || lost.Bodies == 0 || lost.Bodies > 200 || lost.Timings != 0 {
			t.Errorf("%d bytes waited, %+v were lost", waiting, lost)
		}
	})
	t.Run("record: answers in flight above the limit leave the bodies of others", func(t *testing.T) {
		tap, sink := New(), &heldSink{}
		tap.budget.SetLimit(64 << 10)
		tap.Open([]Sink{sink}, func(err error) { t.Error(err) })
		for range 20 {
			inFlight := streamedExchange(tap.Budget())
			defer inFlight.Body.Free()
		}
		x := streamedExchange(tap.Budget())
		tap.Record(x)
		x.Body.Free()
		if err := tap.Close(); err != nil {
			t.Fatal(err)
		}
		if _, lost := tap.queue.NewLosses(); lost.Bodies != 0 {
			t.Errorf("%+v were lost", lost)
		}
	})
}
