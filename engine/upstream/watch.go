package upstream

import (
	"errors"
	"io"
	"time"

	"assay/engine/clock"
)

// wait waits for a moment in ns since the origin. It returns at once when the gateway closes the
// connection.
func (c *connection) wait(dueNs int64) error {
	if dueNs <= clock.NowNs() {
		return nil
	}
	c.watch()
	return c.sleep(dueNs)
}

// sleep waits for a moment; without a watch, it does not see the gateway disconnect.
func (c *connection) sleep(dueNs int64) error {
	if dueNs <= clock.NowNs() {
		return nil
	}
	c.server.pacer.Schedule(c.waiter, dueNs)
	select {
	case <-c.waiter.C:
		return nil
	case <-c.gone:
		c.server.pacer.Cancel(c.waiter)
		return errDisconnected
	case <-c.server.stopping:
		c.server.pacer.Cancel(c.waiter)
		return errStopped
	}
}

// watch reads from the connection while an answer waits, so that the moment is known at which the
// gateway closes it. What is read is part of the next request.
func (c *connection) watch() {
	if c.watched != nil || !c.received.IsComplete() {
		return
	}
	c.gone, c.watched = make(chan struct{}), make(chan struct{})
	go func(gone, watched chan struct{}) {
		defer close(watched)
		for {
			err := c.reader.Fill()
			switch {
			case err == nil:
				continue
			case errors.Is(err, io.ErrShortBuffer):
				return
			}
			if !c.reader.IsOver() {
				return // unwatch
			}
			c.goneNs = clock.NowNs()
			close(gone)
			return
		}
	}(c.gone, c.watched)
}

var longAgo = time.Unix(1, 0)

// unwatch ends the watch.
func (c *connection) unwatch() {
	if c.watched == nil {
		return
	}
	_ = c.conn.SetReadDeadline(longAgo)
	<-c.watched
	_ = c.conn.SetReadDeadline(time.Time{})
	c.gone, c.watched = nil, nil
}
