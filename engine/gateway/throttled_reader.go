package gateway

import (
	"context"
	"io"
	"time"
)

// throttledReadsPerSecond is how often a slow reader reads.
const throttledReadsPerSecond = 10

// throttledReader never reads faster than its rate, also not after it had to wait.
type throttledReader struct {
	ctx            context.Context
	body           io.Reader
	bytesPerSecond int64
	nextRead       time.Time
}

// throttled limits how fast the body is read; 0 means no limit.
func throttled(ctx context.Context, body io.Reader, bytesPerSecond int64) io.Reader {
	if bytesPerSecond == 0 {
		return body
	}
	return &throttledReader{ctx: ctx, body: body, bytesPerSecond: bytesPerSecond}
}

func (t *throttledReader) Read(b []byte) (int, error) {
	if err := t.wait(); err != nil {
		return 0, err
	}
	size := max(1, t.bytesPerSecond/throttledReadsPerSecond)
	count, err := t.body.Read(b[:min(int64(len(b)), size)])
	t.nextRead = time.Now().Add(time.Duration(count) * time.Second / time.Duration(t.bytesPerSecond))
	return count, err
}

func (t *throttledReader) wait() error {
	remaining := time.Until(t.nextRead)
	if remaining <= 0 {
		return nil
	}
	timer := time.NewTimer(remaining)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-t.ctx.Done():
		return context.Cause(t.ctx)
	}
}
