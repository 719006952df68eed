package transport

import (
	"testing"
	"time"
)

func TestIdleLimit(t *testing.T) {
	t.Run("idle limit: it is half of the shortest idle time that failed, and none below a millisecond", func(t *testing.T) {
		limit := newIdleLimit()
		if !limit.allows(time.Second) {
			t.Error("an idle time of a second is not allowed at first")
		}
		limit.lower(time.Second)
		if limit.allows(500*time.Millisecond) || !limit.allows(499*time.Millisecond) {
			t.Error("the limit is not half of the idle time that failed")
		}
		limit.lower(2 * time.Second)
		if !limit.allows(499*time.Millisecond) || limit.allows(500*time.Millisecond) {
			t.Error("a longer idle time changed the limit")
		}
		limit.lower(time.Millisecond)
		if limit.allows(0) {
			t.Error("a connection may still be reused immediately")
		}
	})
}
